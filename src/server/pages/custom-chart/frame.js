// Runs the code of a custom chart. This page has an opaque origin and may load nothing (see security-headers.ts), so the
// code cannot affect anything outside. The parent sends the data through a port; the code gets
// `(x, ys, element, Plotly)`. The types of the messages are in src/shared/visualizations/custom-chart-frame.ts.
;(() => {
  const greeting = 'sextant-custom-chart'
  const element = document.getElementById('chart')
  const maxErrorLength = 1000
  const pause = 100
  let port
  let request
  let error = null
  let resized

  // WebRTC is the only way out that the content security policy cannot block
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel', 'WebTransport']) {
    Object.defineProperty(window, name, { value: undefined, writable: false, configurable: false })
  }

  // the code can take the focus at any time, and would get keys meant for the surrounding page. Keys are ignored until
  // the user clicks into the frame, and again once the focus has left it
  let isTouched = false
  const withhold = (event) => {
    if (isTouched) return
    event.stopImmediatePropagation()
    if (event.key !== 'Tab') event.preventDefault()
  }
  const typed = ['keydown', 'keypress', 'keyup', 'beforeinput', 'input', 'paste']
  for (const kind of [...typed, 'compositionstart', 'compositionupdate', 'compositionend', 'textInput']) {
    addEventListener(kind, withhold, true)
  }
  const touch = ({ type, isTrusted, target }) => {
    if (isTrusted && type === 'pointerdown') isTouched = true
    if (type === 'blur' && target === window) isTouched = false
  }
  addEventListener('pointerdown', touch, true)
  addEventListener('blur', touch, true)

  const isPlot = (node) => node.classList.contains('js-plotly-plot')
  const plot = () => (isPlot(element) ? element : element.querySelector('.js-plotly-plot'))
  const report = () => port.postMessage({ kind: 'drawn', plotted: plot() !== null, error })

  /** Colors of the page, as defaults for what the code does not color itself. */
  const template = () => {
    const { text, line, fontFamily } = request.theme
    const axis = { gridcolor: line, linecolor: line, zerolinecolor: line }
    const clear = 'rgba(0, 0, 0, 0)'
    return {
      layout: {
        paper_bgcolor: clear,
        plot_bgcolor: clear,
        font: { color: text, family: fontFamily },
        xaxis: axis,
        yaxis: axis,
      },
    }
  }
  const themed = (layout) => {
    const given = layout ?? {}
    if (given.template === undefined && !Object.isFrozen(given)) given.template = template()
    return given
  }
  const configured = (config) => (request.hidesToolBar ? { ...config, displayModeBar: false } : config)
  const drawing = (name) => (target, data, layout, config) => {
    if (Array.isArray(data) || !data) return Plotly[name](target, data, themed(layout), configured(config))
    return Plotly[name](target, { ...data, layout: themed(data.layout), config: configured(data.config) })
  }
  // older code calls `plot`
  const library = {
    ...Plotly,
    plot: drawing('newPlot'),
    newPlot: drawing('newPlot'),
    react: drawing('react'),
  }

  const failed = (thrown) => {
    // biome-ignore lint/suspicious/noConsole: enabled by the options of the chart
    if (request?.logsErrors) console.error(thrown)
    try {
      error = String(thrown?.stack && thrown.message ? `${thrown.name}: ${thrown.message}` : thrown)
    } catch {
      error = 'Error'
    }
    error = error.slice(0, maxErrorLength)
  }

  const clear = () => {
    for (const node of [element, ...element.querySelectorAll('.js-plotly-plot')]) {
      if (isPlot(node)) Plotly.purge(node)
    }
    element.replaceChildren()
  }

  const draw = () => {
    const { code, x, ys, theme } = request
    document.documentElement.style.colorScheme = theme.dark ? 'dark' : 'light'
    document.body.style.cssText = `background: ${theme.ground}; color: ${theme.text}; font-family: ${theme.fontFamily};`
    error = null
    port.postMessage({ kind: 'drawing' })
    try {
      clear()
      // the code may change its input, and may run again
      const values = structuredClone({ x, ys })
      const byName = Object.fromEntries(values.ys.map((series) => [series.name, series.values]))
      new Function('x', 'ys', 'element', 'Plotly', code)(values.x, byName, element, library)
    } catch (thrown) {
      failed(thrown)
    }
    report()
  }

  const exported = async ({ id, format, scale }) => {
    let address = null
    try {
      const drawn = plot()
      const { width, height } = element.getBoundingClientRect()
      if (drawn) address = await Plotly.toImage(drawn, { format, scale, width, height })
    } catch (thrown) {
      failed(thrown)
    }
    port.postMessage({ kind: 'exported', id, address })
  }

  // errors after the first run: promises, timers, handlers
  addEventListener('error', (event) => {
    if (!request || !port) return
    if (!request.logsErrors) event.preventDefault()
    failed(event.error ?? event.message)
    report()
  })
  addEventListener('unhandledrejection', (event) => {
    if (!request || !port) return
    event.preventDefault()
    failed(event.reason)
    report()
  })
  addEventListener('resize', () => {
    clearTimeout(resized)
    if (request && port) resized = setTimeout(draw, pause)
  })
  // code that draws in a promise or a timer creates its plot after the report
  new MutationObserver((_changes, observer) => {
    if (!port || !plot()) return
    observer.disconnect()
    report()
  }).observe(element, { attributes: true, attributeFilter: ['class'], childList: true, subtree: true })

  addEventListener('message', (event) => {
    const [given] = event.ports
    if (event.source !== parent || event.data !== greeting || port || !given) return
    port = given
    port.onmessage = ({ data }) => {
      if (data.kind === 'export') {
        exported(data)
        return
      }
      request = data
      draw()
    }
  })
  if (parent !== window) parent.postMessage(greeting, '*')
})()
