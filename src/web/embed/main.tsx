import '@mantine/core/styles.css'
import '../ui/theme.css'
import { createRoot } from 'react-dom/client'
import { bringBackStyles } from '../ui/missing-file.ts'
import { EmbedApp } from './embed-app.tsx'
import { preloadRenderer } from './embed-visualization.tsx'

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no element #root.')

bringBackStyles(document)
preloadRenderer()
createRoot(root).render(<EmbedApp />)
