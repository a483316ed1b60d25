import '@mantine/core/styles.css'
import '../ui/theme.css'
import { createRoot } from 'react-dom/client'
import { bringBackStyles } from '../ui/missing-file.ts'
import { EmbedApp } from './embed-app.tsx'
import { preloadPicture } from './embed-picture.tsx'

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no element #root.')

bringBackStyles(document)
preloadPicture()
createRoot(root).render(<EmbedApp />)
