import { expect, it } from 'vitest'
import { embedLink } from '#web/embed/embed-address.ts'
import { iframeText, parametersInAddress, usualSize } from './iframe-text.ts'

it('the frame is 720 by 391 by default', () => {
  const address = 'http://h/embed/query/1/visualization/2?api_key=k'
  expect(iframeText(address, usualSize)).toBe(`<iframe src="${address}" width="720" height="391"></iframe>`)
  expect(iframeText(address, { width: 300, height: 200 })).toMatch('width="300" height="200"')
})

it('no value can escape the attribute', () => {
  const parameters = parametersInAddress(`?edit=1&${new URLSearchParams({ p_x: `"><script>'&` })}`)
  expect(parameters).toEqual({ p_x: `"><script>'&` })
  const address = embedLink({
    ...{ base: 'http://h/', queryId: 1, visualizationId: 2, apiKey: 'k', flags: ['hide_link'], theme: null },
    parameters,
  })
  const text = iframeText(address, usualSize)
  expect(text).toBe(
    '<iframe src="http://h/embed/query/1/visualization/2?api_key=k&amp;p_x=%22%3E%3Cscript%3E%27%26&amp;hide_link"' +
      ' width="720" height="391"></iframe>',
  )
})
