import LRU from 'zrender/lib/core/LRU.js'

let apart = false

/**
 * ECharts remembers the width of every text in a plain object. A text such as `__proto__`, which data may well hold,
 * finds there what every object has, is taken for remembered, and is written to: then all objects of the page are
 * changed (`Object.prototype.next`), and attributes of pictures become nonsense. With a sign before it a text is only
 * a text. Called before anything is drawn.
 */
export function keepTextsApart(): void {
  if (apart) return
  apart = true
  const { get, put } = LRU.prototype
  LRU.prototype.get = function (key) {
    return get.call(this, `:${key}`)
  }
  LRU.prototype.put = function (key, value) {
    return put.call(this, `:${key}`, value)
  }
}
