import { startJobs } from '../background/jobs.ts'
import { startWalking } from '../demo/clock/walk.ts'
import { startAlerts } from '../features/alerts/evaluate/evaluate.ts'
import { startBoardWorker } from '../market-data/breadth/board-worker.ts'
import { startBreadthWorker } from '../market-data/breadth/breadth-worker.ts'
import { startSoundWorker } from '../market-data/names/sound-worker.ts'
import { EmailQueue } from '../payments/emails/email-queue.ts'
import type { SandboxConnection } from '../payments/provider/provider.ts'
import type { Services } from './services.ts'

/**
 * Starts the server's background work; with `walks`, also the work that moves a demo's clock on request. Returns a
 * function that stops the work and waits for tasks in progress.
 */
export function startBackground(
  services: Services,
  walks: { sandbox: SandboxConnection | undefined } | undefined,
): () => Promise<void> {
  const { config, database, people, post, jobs, paymentProvider, dispatcher, screenColumns, now, log } = services
  const stopBreadth = startBreadthWorker(database, log)
  const stopBoard = startBoardWorker(database, log)
  const stopSounds = startSoundWorker(database, log)
  const stopAlerts = startAlerts({ database, people, config, screenColumns, now, log })
  const stopJobs = startJobs(jobs, { database, now, log })
  paymentProvider?.payments.start()
  const billingEmails = new EmailQueue({
    database,
    stripe: paymentProvider?.provider.stripe,
    deliver: post.deliver,
    brand: config.BRAND,
    publicUrl: config.publicUrl,
    now,
    log,
  })
  billingEmails.start()
  dispatcher.start()
  const shop = walks?.sandbox && paymentProvider && { sandbox: walks.sandbox, payments: paymentProvider.payments }
  const stopWalking = walks ? startWalking({ database, config, jobs, billingEmails, shop, now, log }) : undefined
  return async () => {
    await stopWalking?.()
    await stopJobs()
    await stopBreadth()
    await stopBoard()
    await stopSounds()
    await stopAlerts()
    await paymentProvider?.payments.stop()
    await billingEmails.stop()
    await dispatcher.stop()
    await post.stop()
  }
}
