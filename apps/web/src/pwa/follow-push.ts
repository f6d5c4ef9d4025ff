import { leaving } from '../components/leaving.ts'

/**
 * Opens the page of a clicked push notification, on a message from the service worker. Asks for confirmation if there
 * is unsaved input.
 */
export function followPush(workers: ServiceWorkerContainer): void {
  workers.addEventListener('message', ({ data, ports }: MessageEvent<{ type?: unknown; link?: unknown } | null>) => {
    if (data?.type !== 'open' || typeof data.link !== 'string' || !/^\/(?![/\\])/.test(data.link)) return
    const { link } = data
    ports[0]?.postMessage('goes')
    leaving(() => location.assign(link))
  })
}
