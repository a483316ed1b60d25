export { disableUser } from './disable-user.ts'
