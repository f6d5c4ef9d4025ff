import { leaving } from '../components/leaving.ts'

/**
 * Opens the page of a clicked push notification, after confirmation if there is unsaved input. The service worker sends
 * the message.
 */
export function followPush(workers: ServiceWorkerContainer): void {
  workers.addEventListener('message', ({ data, ports }: MessageEvent<{ type?: unknown; link?: unknown } | null>) => {
    if (data?.type !== 'open' || typeof data.link !== 'string' || !/^\/(?![/\\])/.test(data.link)) return
    const { link } = data
    ports[0]?.postMessage('goes')
    leaving(() => location.assign(link))
  })
}
