/** Content of a file as bare base64, without a data: prefix (docs/reference/connectors.md#configuration-schema). */
export async function readAsBase64(file: Blob): Promise<string> {
  return toBase64(new Uint8Array(await file.arrayBuffer()))
}

/** btoa takes a string of bytes; slices keep the argument list of fromCharCode short. */
export function toBase64(bytes: Uint8Array): string {
  const piece = 8192
  let text = ''
  for (let start = 0; start < bytes.length; start += piece) {
    text += String.fromCharCode(...bytes.subarray(start, start + piece))
  }
  return btoa(text)
}
