import { type ExchangeId, exchangeIds } from '@finlist/domain/markets'
import { eraseDue } from '../auth/erasure.ts'
import type { SignInAccount } from '../auth/sign-in-account.ts'
import { hourly } from '../background/hourly.ts'
import type { Job } from '../background/jobs.ts'
import { purge } from '../background/purge.ts'
import { affiliateRate, type Config, tradingCosts } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { Keys } from '../db/keys.ts'
import { giveOutlooks } from '../demo/give-outlooks.ts'
import { seed } from '../demo/market.ts'
import { playMarket } from '../demo/play-market.ts'
import { bringDemoHoldings } from '../demo/write-holdings.ts'
import { closeMonths } from '../features/affiliate/close-months.ts'
import type { PaymentProvider } from '../features/billing/routes.ts'
import { weeklyJob } from '../features/channels/weekly-job.ts'
import { proposeJobs } from '../features/picking/propose-job.ts'
import { publishJob } from '../features/picking/publish-job.ts'
import { reconstructJob } from '../features/picking/reconstruction/reconstruct.ts'
import { witnessJob } from '../features/record/witness-job.ts'
import { followJob } from '../features/track-record/follow-job.ts'
import { followReconstruction } from '../features/track-record/follow-picks.ts'
import { dropFolder } from '../market-data/folders/drop-folder.ts'
import { takeIncoming } from '../market-data/folders/incoming-folder.ts'
import { takeSnapshots } from '../market-data/folders/take-snapshots.ts'
import { fundamentalsJobs } from '../market-data/fundamentals/fundamentals-job.ts'
import { oneSpelling } from '../market-data/import/one-spelling.ts'
import { searchDoubtsJob } from '../market-data/quality/search-doubts.ts'
import { ratesJobs } from '../market-data/rates/rates-job.ts'
import { shareholdingJob } from '../market-data/shareholding/shareholding-job.ts'
import { exDates } from '../market-data/store/ex-dates.ts'
import { eodhdQuotes } from '../market-data/vendors/eodhd-quotes.ts'
import { sourceJobs } from '../market-data/vendors/source-jobs.ts'
import { takeQuotes } from '../market-data/vendors/take-quotes.ts'
import type { Messenger } from '../notifications/messenger.ts'
import { chanceJob } from '../research/chance/chance-job.ts'
import { learnJob } from '../research/learning/learn-job.ts'

type Parts = {
  database: Database
  databaseUrl: string
  keys: Keys
  account: SignInAccount
  post: Pick<Messenger, 'eraseSettled' | 'forget' | 'send'>
  paymentProvider: PaymentProvider | undefined
}

/** All jobs of the server. */
export function jobRegistry(config: Config, parts: Parts): Job[] {
  const { database, databaseUrl, keys, account, post, paymentProvider } = parts
  const endBilling = async (userId: number) => paymentProvider?.payments.endBilling(userId)
  const jobs: Job[] = [
    { name: 'keys', next: hourly, run: async () => ({ rows: await keys.rotateDue() }) },
    {
      name: 'purge',
      next: hourly,
      run: async now => ({
        rows: (await purge(database.db, now, config.UPLOAD_FILES_DAYS)) + (await post.eraseSettled()),
      }),
    },
    {
      name: 'erase-accounts',
      next: hourly,
      run: async now => ({ rows: await eraseDue({ database, account, endBilling, forgetMail: post.forget, now }) }),
    },
    weeklyJob(database),
    exDates(database),
    searchDoubtsJob(database),
    oneSpelling(database),
    shareholdingJob(database, config.demo ? at => bringDemoHoldings(database, { seed, now: at }) : undefined),
    {
      name: 'affiliate-months',
      next: hourly,
      run: async now => {
        await paymentProvider?.payments.staff.finishAffiliateCodes()
        return { rows: await closeMonths(database, affiliateRate(config), now) }
      },
    },
  ]
  jobs.push(...exchangeIds.map(exchange => followJob({ database, config }, exchange)))
  jobs.push(
    ...sourceJobs(config, database, post.send),
    ...fundamentalsJobs(config, database),
    ...ratesJobs(config, database),
  )
  const picking = { config, database, send: post.send }
  jobs.push(...proposeJobs(picking), publishJob(picking))
  const follow = (exchange: ExchangeId) => followReconstruction(database, exchange, tradingCosts(config)[exchange])
  jobs.push(reconstructJob({ database, follow }))
  for (const exchange of exchangeIds) {
    const costs = tradingCosts(config)[exchange]
    jobs.push(
      chanceJob(exchange, { database, databaseUrl, demo: config.demo, costs }),
      learnJob(exchange, {
        database,
        databaseUrl,
        costs,
        send: post.send,
        adminEmails: config.ADMIN_EMAILS,
        giveOutlooks: config.demo ? () => giveOutlooks(database, exchange) : undefined,
      }),
    )
  }
  if (config.RECORD_WITNESSES.length > 0) jobs.push(witnessJob({ database, config }))
  if (config.INCOMING_DIR) jobs.push(takeIncoming(config.INCOMING_DIR, database))
  if (config.MOVERS === 'eodhd') jobs.push(takeQuotes(database, eodhdQuotes(config)))
  else if (config.MOVERS_DROP_DIR) jobs.push(takeSnapshots(dropFolder(config.MOVERS_DROP_DIR), database))
  else if (config.demo) jobs.push(playMarket(database))
  return jobs
}
