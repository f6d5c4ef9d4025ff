import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { signIn } from '../accounts.ts'

test.use({ serviceWorkers: 'allow' })

/** Delivers a message to the page's service worker in the same way as the browser's push service. */
async function deliver(page: Page, data: string) {
  const session = await page.context().newCDPSession(page)
  const registered = new Promise<string>(resolve => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations.filter(({ isDeleted }) => !isDeleted)
      if (first) resolve(first.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const { origin } = new URL(page.url())
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data })
  await session.detach()
}

type Shown = [title: string, options: { body: string; tag: string; lang: string; data: { link: string } }]
type Worker = { registration: { showNotification: (...shown: Shown) => Promise<void> }; shown: Shown[] }

/** Records the notifications that the service worker tries to show, because a headless browser shows none. */
const noteShown = (context: BrowserContext) =>
  context.serviceWorkers()[0]!.evaluate(() => {
    const worker = globalThis as unknown as Worker
    const show = worker.registration.showNotification.bind(worker.registration)
    worker.shown = []
    worker.registration.showNotification = async (...shown) => {
      worker.shown.push(shown)
      await show(...shown)
    }
  })
const shown = (context: BrowserContext) =>
  context.serviceWorkers()[0]!.evaluate(() => (globalThis as unknown as Worker).shown)

/**
 * Sends the page the message that the worker's click handler would send. A test cannot run the handler, because only a
 * real click does.
 */
const clicked = async (context: BrowserContext, link: string) => {
  const [worker] = context.serviceWorkers()
  await worker!.evaluate(async asked => {
    const all = (
      globalThis as unknown as {
        clients: { matchAll(of: object): Promise<{ postMessage(what: unknown, ports: MessagePort[]): void }[]> }
      }
    ).clients
    for (const window of await all.matchAll({ type: 'window', includeUncontrolled: true }))
      window.postMessage({ type: 'open', link: asked }, [new MessageChannel().port2])
  }, link)
}

test('the service worker shows a push message that the browser delivers, and a click on it opens its page', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['notifications'])
  await signIn(page, 'hk-yearly', '/faq')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const message = {
    title: '騰訊 (0700.HK)',
    text: '開啟 FinList 查看詳情。',
    link: '/watchlist',
    tag: 'i7',
    language: 'zh',
  }
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await noteShown(context)
  await deliver(page, JSON.stringify(message))
  const { title, text: body, link } = message
  await expect.poll(() => shown(context)).toMatchObject([[title, { body, tag: 'i7', lang: 'zh-Hant', data: { link } }]])
  await deliver(page, 'not JSON')
  await expect
    .poll(() => shown(context))
    .toMatchObject([
      [title, {}],
      ['FinList', { body: '' }],
    ])
  await clicked(context, 'https://elsewhere.example/')
  await clicked(context, '//elsewhere.example/')
  await clicked(context, '/watchlist')
  await expect(page).toHaveURL('/watchlist')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Watchlists')
})
