// Our additions to the service worker: shows push messages, opens the page of a clicked notification, and sends a
// sign-out that was made offline. A message is {title, text, link, tag, language}, in the user's language.

const replyMs = 1_000

addEventListener('push', event => event.waitUntil(show(read(event.data))))

addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(open(within(event.notification.data?.link)))
})

addEventListener('sync', event => {
  if (event.tag === 'sign-out') event.waitUntil(sendSignOut())
})

/**
 * Rejects if the server cannot be reached, so that the browser tries again. Does nothing if a page has already sent the
 * sign-out: it then deleted the cache that marks a pending one.
 */
async function sendSignOut() {
  if (!(await caches.has('sign-out'))) return
  const answer = await fetch('/auth/logout', { method: 'POST', headers: { 'X-Requested-With': 'finlist' } })
  if (!answer.ok) throw new Error(`the sign-out was answered ${answer.status}`)
  await caches.delete('sign-out')
}

/** A browser may end a subscription whose messages show nothing, so an unreadable message gets a default title. */
function read(data) {
  try {
    const { title, ...message } = data.json()
    return { title: String(title), ...message }
  } catch {
    return { title: 'FinList' }
  }
}

/** A repeated message has the same tag, so it silently replaces the earlier notification. */
const show = ({ title, text = '', link, tag, language }) =>
  registration.showNotification(title, {
    body: text,
    icon: '/icon-192.png',
    badge: '/icon-192.png',
    data: { link },
    ...(tag && { tag }),
    ...(language && { lang: language === 'zh' ? 'zh-Hant' : language }),
  })

/** Returns the link's address if it is on our site, otherwise the start page. */
function within(link) {
  const start = new URL('/', location.origin)
  try {
    const url = new URL(String(link ?? ''), start)
    return url.origin === start.origin ? url.href : start.href
  } catch {
    return start.href
  }
}

/**
 * Opens the address in the window that already shows it; otherwise in another open window, which asks for confirmation
 * before it discards unsaved input; otherwise in a new one.
 */
async function open(url) {
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = windows.find(window => window.url === url)
  if (there) return await there.focus()
  for (const window of windows) if (await goes(window, url)) return await window.focus()
  return await clients.openWindow(url)
}

/** Whether the window confirms that it navigates. A page that is not part of the app does not respond. */
function goes(window, url) {
  const { port1, port2 } = new MessageChannel()
  return new Promise(resolve => {
    port1.onmessage = () => resolve(true)
    window.postMessage({ type: 'open', link: url.slice(location.origin.length) }, [port2])
    setTimeout(() => resolve(false), replyMs)
  })
}
