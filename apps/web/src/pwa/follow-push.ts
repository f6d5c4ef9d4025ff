import { leaving } from '../parts/leaving.ts'

/** Goes where a push message that was clicked leads, once unsaved work may be left; the service worker asks for it. */
export function followPush(workers: ServiceWorkerContainer): void {
  workers.addEventListener('message', ({ data, ports }: MessageEvent<{ type?: unknown; link?: unknown } | null>) => {
    if (data?.type !== 'open' || typeof data.link !== 'string' || !/^\/(?![/\\])/.test(data.link)) return
    const { link } = data
    ports[0]?.postMessage('goes')
    leaving(() => location.assign(link))
  })
}
