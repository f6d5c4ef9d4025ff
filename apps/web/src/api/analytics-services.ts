import { pourInto, type Recorded, recordHere } from './analytics.ts'

type Ids = { analyticsId: string; pixelId: string }
type Queue = { (...words: unknown[]): void; queue?: unknown[] }
type Services = { dataLayer?: unknown[]; fbq?: Queue; _fbq?: Queue } & Record<`ga-disable-${string}`, boolean>
const page = window as unknown as Services

let running: Ids | undefined

/**
 * Lazy-loaded, and only after the user consents. Loads the operator's analytics scripts and passes every event to them.
 */
export function startServices({ analyticsId, pixelId }: Ids): void {
  if (analyticsId) page[`ga-disable-${analyticsId}`] = false
  recordHere()
  if (running) return
  running = { analyticsId, pixelId }
  const sinks = [analyticsId && startAnalytics(analyticsId), pixelId && startPixel(pixelId)]
  pourInto(recorded => {
    for (const sink of sinks) if (sink) sink(recorded)
  })
}

/**
 * Stops sending events from this page and deletes the analytics cookies. The scripts are gone with the next page load.
 */
export function stopServices(): void {
  if (running?.analyticsId) page[`ga-disable-${running.analyticsId}`] = true
  if (running?.pixelId) page.fbq?.('consent', 'revoke')
  for (const cookie of document.cookie.split('; ')) {
    const [name = ''] = cookie.split('=')
    if (/^(_ga|_fbp|_fbc|_gid)/.test(name))
      for (const domain of domains()) document.cookie = `${name}=; max-age=0; path=/${domain}`
  }
}

function startAnalytics(id: string) {
  page.dataLayer ??= []
  // Google's script recognises a command only if it is an `arguments` object, not an array.
  function tell(..._words: unknown[]): void {
    // oxlint-disable-next-line prefer-rest-params
    page.dataLayer?.push(arguments)
  }
  tell('js', new Date())
  tell('config', id, { send_page_view: false, page_referrer: '', allow_google_signals: false })
  load(`https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(id)}`)
  // The page's address without its query string, which may name a subscription.
  return ({ name, detail }: Recorded) =>
    tell('event', name, { ...detail, page_location: location.origin + location.pathname })
}

/** Events for which Meta's pixel has names; any other is sent as a custom event. */
const pixelNames: Partial<Record<Recorded['name'], string>> = {
  page_view: 'PageView',
  CompleteRegistration: 'CompleteRegistration',
  InitiateCheckout: 'InitiateCheckout',
  Purchase: 'Purchase',
}

function startPixel(id: string) {
  const tell: Queue = (...words) => void tell.queue?.push(words)
  tell.queue = []
  page.fbq ??= tell
  page._fbq ??= page.fbq
  page.fbq('consent', 'grant')
  page.fbq('set', 'autoConfig', false, id)
  page.fbq('init', id)
  load('https://connect.facebook.net/en_US/fbevents.js')
  return ({ name, detail }: Recorded) => {
    const known = pixelNames[name]
    page.fbq?.(known ? 'track' : 'trackCustom', known ?? name, detail)
  }
}

function load(address: string): void {
  const script = document.createElement('script')
  script.src = address
  script.async = true
  document.head.append(script)
}

/** The `domain` attributes under which a cookie may have been set. A cookie can be deleted only under the same one. */
function domains(): string[] {
  const labels = location.hostname.split('.')
  return ['', ...labels.map((_, at) => `; domain=.${labels.slice(at).join('.')}`)]
}
