import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findConnector } from '#connectors/registry.ts'
import { replied, serve } from '#server/http/index.ts'
import type { ServerContext } from '#server/kernel/index.ts'
import { attachedAs, holdUntilTaken, readFrame, replyReader, requestFileReading } from '#server/runs/index.ts'
import * as api from '#shared/data-sources/files-api.ts'
import { refuse } from '#shared/errors/refusal.ts'
import { type Action, type Actor, can } from '#shared/permissions/can.ts'
import { findDataSource, forgetSchema } from '../data-sources/data-source-store.ts'
import { listedTables } from '../schemas/listed-columns.ts'
import { countParts, partFrames, savePart } from './file-content-store.ts'
import { createFileRoom } from './file-room.ts'
import {
  findFile,
  insertFile,
  listTableFiles,
  lockFile,
  presentFile,
  presentListed,
  readColumns,
  removeFile,
  type StoredFile,
} from './file-store.ts'
import { placeFile } from './place-file.ts'
import { previewRows } from './preview-rows.ts'

const compress = promisify(zstdCompress)
const level = { params: { [constants.ZSTD_c_compressionLevel]: 3 } }

export function registerFileRoutes(app: FastifyInstance, context: ServerContext): void {
  const { db, pool, config } = context
  const room = createFileRoom(db, config)

  const requireRoom = async (actor: Actor, bytes: number) => {
    const reason = await room.lack(actor.org_id, bytes)
    if (reason !== null) throw refuse('file.no_room', { reason })
  }
  const requireFile = async (actor: Actor, { id, file_id }: { id: number; file_id: number }) => {
    await requireSource(context, actor, id, 'use_fully')
    const file = await findFile(db, id, file_id)
    if (file === null) throw refuse('not_found')
    return file
  }

  serve(
    app,
    api.listFiles,
  )(async ({ actor, params, request, reply }) => {
    await requireSource(context, actor, params.id, 'view')
    const files = await listTableFiles(db, params.id)
    const { listed, bytes } = listedTables(files)
    await holdUntilTaken(replyReader(request, reply), bytes * 2)
    const columns = await readColumns(
      db,
      listed.map(({ id }) => id),
    )
    return files.map((file) => presentListed(file, columns.get(file.id) ?? null))
  })

  serve(
    app,
    api.createFile,
  )(async ({ actor, params, body }) => {
    const { type } = await requireSource(context, actor, params.id, 'use_fully')
    if (findConnector(type)?.keepsFiles !== true) throw refuse('file.not_files')
    if (body.byte_count > config.maxUploadBytes)
      throw refuse('file.too_large', { limit: config.maxUploadBytes.toLocaleString('en-US') })
    await requireRoom(actor, 0)
    const id = await insertFile(db, {
      ...{ org_id: actor.org_id, data_source_id: params.id, user_id: actor.user_id },
      ...body,
    })
    return presentFile((await findFile(db, params.id, id)) as StoredFile)
  })

  // a part is bytes, whatever its content type says
  app.register(async (parts) => {
    parts.removeAllContentTypeParsers()
    parts.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: api.maxPartBytes },
      (_request: FastifyRequest, bytes: Buffer, done: (error: null, body: Buffer) => void) =>
        done(null, bytes),
    )
    serve(
      parts,
      api.sendFilePart,
    )(async ({ actor, params, request }) => {
      const file = await requireFile(actor, params)
      const bytes = request.body
      if (!Buffer.isBuffer(bytes) || bytes.length === 0) throw refuse('file.part_empty')
      if (file.last_reading !== 0) throw refuse('file.is_read')
      const frame = await compress(bytes, level)
      await requireRoom(actor, frame.length)
      return await db.transaction().execute(async (tx) => {
        if (!(await lockFile(tx, file.id))) throw refuse('not_found')
        await savePart(tx, { file_id: file.id, part: params.part, byte_count: bytes.length, frame })
        const sent = await countParts(tx, file.id)
        if (sent.bytes > file.byte_count) throw refuse('file.surplus')
        return { byte_count: sent.bytes }
      })
    })
  })

  serve(
    app,
    api.readFile,
  )(async ({ actor, params, body }) => {
    const file = await requireFile(actor, params)
    if (file.table_name !== null) throw refuse('file.is_table')
    const { bytes, parts, next } = await countParts(db, file.id)
    if (bytes !== file.byte_count || parts !== next) throw refuse('file.incomplete')
    return { job: await requestFileReading(context, actor, params.id, { file_id: file.id, options: body }) }
  })

  serve(
    app,
    api.previewFile,
  )(async ({ actor, params }) => {
    const file = await requireFile(actor, params)
    return { file: presentFile(file), rows: await previewRows(pool, file) }
  })

  serve(
    app,
    api.placeFile,
  )(async ({ actor, params, body }) => {
    const file = await requireFile(actor, params)
    return presentFile(await placeFile(db, file, body))
  })

  serve(
    app,
    api.deleteFile,
  )(async ({ actor, params, reply }) => {
    const file = await requireFile(actor, params)
    await removeFile(db, file.id)
    await forgetSchema(db, file.data_source_id)
    reply.code(204).send()
    return replied
  })

  serve(
    app,
    api.downloadFile,
  )(async ({ actor, params, reply }) => {
    const file = await requireFile(actor, params)
    reply
      .header('content-type', 'application/octet-stream')
      .header('content-disposition', attachedAs(file.file_name))
      .header('content-length', file.byte_count)
      .send(Readable.from(contentOf(file), { objectMode: false }))
    return replied
  })

  async function* contentOf({ id }: StoredFile): AsyncGenerator<Buffer> {
    for await (const frame of partFrames(pool, id)) yield await readFrame(frame)
  }
}

async function requireSource({ db }: ServerContext, actor: Actor, id: number, action: Action) {
  const source = await findDataSource(db, actor.org_id, id)
  if (source === null) throw refuse('not_found')
  if (!can(actor, action, { groups: source.groups })) throw refuse('auth.forbidden')
  return source
}
