import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const source = fileURLToPath(new URL('./src/web', import.meta.url))

/** The gallery of visualizations, for developers and browser tests only: never part of the product's build. */
export default defineConfig({
  root: source,
  publicDir: false,
  plugins: [react()],
  server: { open: '/gallery.html', fs: { allow: [fileURLToPath(new URL('.', import.meta.url))] } },
  build: {
    outDir: fileURLToPath(new URL('./dist/gallery', import.meta.url)),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    rolldownOptions: { input: [`${source}/gallery.html`] },
    reportCompressedSize: false,
  },
})
