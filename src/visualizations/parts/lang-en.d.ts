declare module 'echarts/lib/i18n/langEN.js' {
  import type { registerLocale } from 'echarts/core'

  const english: Parameters<typeof registerLocale>[1]
  export default english
}
