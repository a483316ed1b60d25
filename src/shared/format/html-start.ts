/** The start of every page and mail that the server writes; the head continues after it. */
export const htmlStart = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">`
