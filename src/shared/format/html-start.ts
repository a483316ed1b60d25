/** How every page and mail begins that the server writes. The head goes on. */
export const htmlStart = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">`
