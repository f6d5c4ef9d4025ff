import { leaving } from '../parts/leaving.ts'

/** Navigates to the target of a clicked push message, once unsaved work may be left; called by the service worker. */
export function followPush(workers: ServiceWorkerContainer): void {
  workers.addEventListener('message', ({ data, ports }: MessageEvent<{ type?: unknown; link?: unknown } | null>) => {
    if (data?.type !== 'open' || typeof data.link !== 'string' || !/^\/(?![/\\])/.test(data.link)) return
    const { link } = data
    ports[0]?.postMessage('goes')
    leaving(() => location.assign(link))
  })
}
