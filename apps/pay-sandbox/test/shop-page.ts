import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { stripTypeScriptTypes } from 'node:module'
import type { AddressInfo } from 'node:net'

const sources = new URL('../../web/src/api/card-client/', import.meta.url)

/**
 * A bare page with our `CardClient`. It is on another site than the payment provider, and has no more rights than our
 * own pages. Its fields have the ids number, expiry and cvc; `window.shop` has their latest states, the focus changes
 * that they reported and, once loaded, the client.
 */
export async function openShop() {
  const server: Server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const answer = pathname.startsWith('/card-client/')
      ? client(pathname.slice('/card-client/'.length))
      : files[pathname]
    const { type, body } = answer ?? { type: 'text/plain', body: '' }
    const policy = `default-src 'self'; script-src 'self' ${shop.paymentProvider}; frame-src 'self' ${shop.paymentProvider}; connect-src 'self' ${shop.paymentProvider}; frame-ancestors 'self'`
    response.writeHead(answer ? 200 : 404, {
      'content-type': type,
      'content-security-policy': policy,
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'same-origin',
    })
    response.end(body)
  })
  await new Promise<void>(resolve => server.listen(0, 'localhost', resolve))
  const shop = {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    /** The only foreign origin that the page may contact. */
    paymentProvider: '',
    close: () => new Promise<void>(resolve => (server.closeAllConnections(), server.close(() => resolve()))),
  }
  return shop
}

function client(name: string) {
  return { type: 'text/javascript', body: stripTypeScriptTypes(readFileSync(new URL(name, sources), 'utf8')) }
}

const html = (body: string) => ({
  type: 'text/html; charset=utf-8',
  body: `<!doctype html><html lang="en">${body}</html>`,
})

const files: Record<string, { type: string; body: string }> = {
  '/': html(`<head><meta charset="utf-8"><title>Shop</title>
<link rel="stylesheet" href="/shop.css"><script type="module" src="/shop.js"></script></head>
<body><div id="form"><div id="number"></div><div id="expiry"></div><div id="cvc"></div></div><div id="wallet"></div></body>`),
  '/verified': html('<title>Verified</title><script src="/verified.js"></script>'),
  '/verified.js': {
    type: 'text/javascript',
    body: "window.top.postMessage('3DS-authentication-complete', location.origin)",
  },
  '/shop.css': {
    type: 'text/css',
    body: `:root { color-scheme: light dark }
#form > div, #wallet { margin: 8px; width: 320px }
#form > div { padding: 8px; border: 1px solid gray }
iframe.bank { width: 390px; height: 500px; border: 0 }`,
  },
  '/shop.js': {
    type: 'text/javascript',
    body: `import { loadCardClient } from '/card-client/card-client.ts'
const states = {}
const focus = []
window.shop = {
  states,
  focus,
  async load(config, options) {
    const client = await loadCardClient(config)
    const [number, expiry, cvc] = ['number', 'expiry', 'cvc'].map(id => document.getElementById(id))
    const mounted = client.mountFields({ number, expiry, cvc }, (field, state) => (states[field] = state), {
      ...options,
      onFocus: (field, hasFocus) => focus.push([field, hasFocus]),
    })
    Object.assign(window.shop, { client, mounted })
    return client.kind
  },
  /** Shows the bank's page as checkout does, until it has said that it is done. */
  async askBank(address) {
    const frame = Object.assign(document.createElement('iframe'), { src: address, className: 'bank', title: 'Bank' })
    document.body.append(frame)
    await new Promise(resolve =>
      addEventListener('message', ({ data, origin }) => {
        if (origin === location.origin && data === '3DS-authentication-complete') resolve()
      }),
    )
    const { search } = frame.contentWindow.location
    frame.remove()
    return Object.fromEntries(new URLSearchParams(search))
  },
}`,
  },
}
