// The service worker's part in push messages: shows what comes, and opens what it is about. It is handed
// {title, text, link, tag, language} in the person's language. And it sends a sign-out that was made without a network.

const replyMs = 1_000

addEventListener('push', event => event.waitUntil(show(read(event.data))))

addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(open(within(event.notification.data?.link)))
})

addEventListener('sync', event => {
  if (event.tag === 'sign-out') event.waitUntil(sendSignOut())
})

/** Rejects where the server is not reached: the browser then tries again. A page that sent it first has deleted the mark. */
async function sendSignOut() {
  if (!(await caches.has('sign-out'))) return
  const answer = await fetch('/auth/logout', { method: 'POST', headers: { 'X-Requested-With': 'finlist' } })
  if (!answer.ok) throw new Error(`the sign-out was answered ${answer.status}`)
  await caches.delete('sign-out')
}

/** A browser may end what shows nothing, so something is always shown. */
function read(data) {
  try {
    const { title, ...message } = data.json()
    return { title: String(title), ...message }
  } catch {
    return { title: 'FinList' }
  }
}

/** A repeated message has the same tag and silently replaces the first one. */
const show = ({ title, text = '', link, tag, language }) =>
  registration.showNotification(title, {
    body: text,
    icon: '/icon-192.png',
    badge: '/icon-192.png',
    data: { link },
    ...(tag && { tag }),
    ...(language && { lang: language === 'zh' ? 'zh-Hant' : language }),
  })

/** An address of ours; the start for anything else. */
function within(link) {
  const start = new URL('/', location.origin)
  try {
    const url = new URL(String(link ?? ''), start)
    return url.origin === start.origin ? url.href : start.href
  } catch {
    return start.href
  }
}

/** In a window that shows it, else in one that is open, which asks before it leaves unsaved work, else in a new one. */
async function open(url) {
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = windows.find(window => window.url === url)
  if (there) return await there.focus()
  for (const window of windows) if (await goes(window, url)) return await window.focus()
  return await clients.openWindow(url)
}

/** Whether the window answers that it takes care of it: a page that is no part of the app does not. */
function goes(window, url) {
  const { port1, port2 } = new MessageChannel()
  return new Promise(resolve => {
    port1.onmessage = () => resolve(true)
    window.postMessage({ type: 'open', link: url.slice(location.origin.length) }, [port2])
    setTimeout(() => resolve(false), replyMs)
  })
}
