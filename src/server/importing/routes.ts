export { followOldLinks } from './old-links/follow-old-links.ts'
