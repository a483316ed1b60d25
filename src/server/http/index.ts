export { addAccessLog } from './access-log.ts'
export { answerError, answerRefusal, isDatabaseUnavailable } from './answer-error.ts'
export { addBodyParsers, refuseUnstorable } from './body-parsers.ts'
export { addBodyRoom } from './body-room.ts'
export { addCors, addToVary } from './cors.ts'
export { describeInvalid } from './describe-invalid.ts'
export { pageReply, readOrder, requirePage } from './list-request.ts'
export {
  escapeHtml,
  type FormField,
  renderErrorPage,
  renderField,
  renderPage,
  sendPage,
  sextantMark,
  webNotBuilt,
} from './pages/page.ts'
export { isSecure, publicAddress, requestPath, wantsJson } from './public-address.ts'
export { addRequestLanguages } from './request-language.ts'
export { knowsPath, listRoutes, type RouteList } from './route-list.ts'
export { addSecurityHeaders, setSecurityHeaders } from './security-headers.ts'
export { type Replied, reader, replied, serve } from './serve.ts'
export { requireStanding } from './standing.ts'
export { acceptedEncodings, listWebFiles, sendWebFile, type WebFile, type WebFiles } from './web-files.ts'
