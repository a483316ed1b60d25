import '@mantine/core/styles.css'
import '../ui/theme.css'
import { createRoot } from 'react-dom/client'
import { bringBackStyles } from '../ui/missing-file.ts'
import { PublicApp } from './public-app.tsx'

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no element #root.')

bringBackStyles(document)
createRoot(root).render(<PublicApp />)
