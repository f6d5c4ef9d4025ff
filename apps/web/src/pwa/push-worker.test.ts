import { readFile } from 'node:fs/promises'
import { runInNewContext } from 'node:vm'
import { beforeEach, expect, it, vi } from 'vitest'

const code = await readFile(new URL('../../public/push-worker.js', import.meta.url), 'utf8')
const origin = 'https://finlist.example'

type Event = { waitUntil(done: Promise<unknown>): void; [name: string]: unknown }
type Window = { url: string; focus: () => Promise<void>; postMessage: (message: unknown, ports: MessagePort[]) => void }

const handlers = new Map<string, (event: Event) => void>()
const shown = vi.fn<(title: string, options: object) => void>()
const openWindow = vi.fn<(url: string) => void>()
let windows: Window[]
let isSigningOut: boolean
const sent = vi.fn<(path: string, init: RequestInit) => Promise<{ ok: boolean }>>()
beforeEach(() => {
  shown.mockReset()
  openWindow.mockReset()
  windows = []
  isSigningOut = false
  sent.mockReset().mockResolvedValue({ ok: true })
  runInNewContext(code, {
    addEventListener: (name: string, handler: (event: Event) => void) => handlers.set(name, handler),
    registration: { showNotification: shown },
    clients: { matchAll: async () => windows, openWindow },
    location: { origin },
    URL,
    MessageChannel,
    caches: { has: async () => isSigningOut, delete: async () => (isSigningOut = false) },
    fetch: sent,
    setTimeout: (work: () => void) => setTimeout(work, 50),
  })
})

async function send(name: string, event: object) {
  const done: Promise<unknown>[] = []
  handlers.get(name)!({ ...event, waitUntil: work => void done.push(work) })
  await Promise.all(done)
}
const pushed = (text: string) => send('push', { data: { json: () => JSON.parse(text) as unknown } })
async function click(link: unknown) {
  const close = vi.fn<() => void>()
  await send('notificationclick', { notification: { close, data: { link } } })
  expect(close).toHaveBeenCalledOnce()
}
/** Adds an open window. A window of the app confirms that it navigates; a window of another of our pages does not. */
function windowAt(path: string, answers = true) {
  const focus = vi.fn<() => Promise<void>>(async () => undefined)
  const postMessage = vi.fn<(message: unknown, ports: MessagePort[]) => void>((_, [port]) => {
    if (answers) port?.postMessage('goes')
  })
  windows.push({ url: origin + path, focus, postMessage })
  return { focus, postMessage }
}

it('a push message is shown with its title, text and language, and replaces an earlier notification of the same item', async () => {
  await pushed(JSON.stringify({ title: '騰訊', text: '開啟查看', link: '/watchlist', tag: 'i7', language: 'zh' }))
  expect(shown).toHaveBeenCalledWith('騰訊', {
    body: '開啟查看',
    icon: '/icon-192.png',
    badge: '/icon-192.png',
    data: { link: '/watchlist' },
    tag: 'i7',
    lang: 'zh-Hant',
  })
})

it.each(['not JSON', 'null'])('a push message that cannot be read still shows a notification: %s', async text => {
  await pushed(text)
  expect(shown).toHaveBeenCalledWith('FinList', expect.objectContaining({ body: '' }))
})

it('a push message without data still shows a notification', async () => {
  await send('push', { data: null })
  expect(shown).toHaveBeenCalledOnce()
})

it('a click on a notification focuses the window that already shows its page', async () => {
  const [other, there] = [windowAt('/faq'), windowAt('/watchlist')]
  await click('/watchlist')
  expect(there.focus).toHaveBeenCalledOnce()
  expect([other.focus, other.postMessage, openWindow].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0])
})

it('a click on a notification makes an open window of the app navigate to the page, and focuses the window', async () => {
  const [plain, app] = [windowAt('/oidc/auth', false), windowAt('/faq')]
  await click('/finlist-hk?date=2026-09-11')
  expect(app.postMessage.mock.calls[0]![0]).toEqual({ type: 'open', link: '/finlist-hk?date=2026-09-11' })
  expect(app.focus).toHaveBeenCalledOnce()
  expect(plain.focus).not.toHaveBeenCalled()
  expect(openWindow).not.toHaveBeenCalled()
})

it('a click on a notification opens a new window if no open one responds', async () => {
  windowAt('/oidc/auth', false)
  await click('/watchlist')
  expect(openWindow).toHaveBeenCalledWith(`${origin}/watchlist`)
})

it.each(['https://elsewhere.example/', '//elsewhere.example', undefined, 7, 'javascript:alert(1)'])(
  'a click on a notification never leads outside the app: %s',
  async link => {
    await click(link)
    expect(String(openWindow.mock.calls[0]![0])).toMatch(/^https:\/\/finlist\.example\//)
  },
)

it('the service worker repeats a pending sign-out until the server has received it, and sends no other request', async () => {
  await send('sync', { tag: 'sign-out' })
  expect(sent).not.toHaveBeenCalled()
  isSigningOut = true
  sent.mockRejectedValueOnce(new TypeError('no network'))
  await expect(send('sync', { tag: 'sign-out' })).rejects.toThrow('no network')
  await send('sync', { tag: 'sign-out' })
  expect(sent.mock.lastCall).toEqual(['/auth/logout', expect.objectContaining({ method: 'POST' })])
  await send('sync', { tag: 'sign-out' })
  expect(sent).toHaveBeenCalledTimes(2)
})
