import { type BrowserContext, test } from '@playwright/test'
import { cookieNames } from '../apps/server/src/auth/cookies.ts'
import { Sessions } from '../apps/server/src/auth/sessions.ts'
import { addPlanGrant, addRoles, makeAccount } from '../apps/server/src/commands/make-account.ts'
import { readConfig } from '../apps/server/src/config.ts'
import { type Database, openDatabase } from '../apps/server/src/db/database.ts'
import { startEmbeddedPostgres } from '../apps/server/src/db/embedded.ts'
import { demoAccounts } from '../apps/server/src/demo/accounts.ts'

const yearMs = 365 * 86_400_000
const config = readConfig({ PORT: process.env['E2E_PORT'], DATA_DIR: process.env['E2E_DATA_DIR'] })
let database: Promise<Database> | undefined

/** The running story's accounts, by the name of the demo account from which each was copied. */
let accounts: { story: string; byLikeness: Map<string, Promise<Account>> } | undefined

type Account = { userId: number; email: string }

/**
 * Signs the browser in to the story's own copy of the demo account `like`. The first use creates the copy, with the
 * roles and the plan of the demo account; the plan is granted instead of bought. Returns the copy's e-mail address.
 */
export async function signInToOwn(context: BrowserContext, like: string): Promise<string> {
  const { userId, email } = await ownAccount(like)
  const now = Date.now()
  const shared = await sharedDatabase()
  const { cookie } = await shared.write(tx =>
    new Sessions(shared, () => now).begin(tx, { userId, authTime: now, client: 'browser', idToken: null }),
  )
  await context.addCookies([
    {
      name: cookieNames(config.publicUrl).session,
      value: cookie,
      url: config.publicUrl.href,
      httpOnly: true,
      sameSite: 'Strict',
    },
  ])
  return email
}

function ownAccount(like: string): Promise<Account> {
  const { testId: story } = test.info()
  if (accounts?.story !== story) accounts = { story, byLikeness: new Map() }
  const account = accounts.byLikeness.get(like) ?? create(like)
  accounts.byLikeness.set(like, account)
  return account
}

async function create(like: string): Promise<Account> {
  const model = demoAccounts.find(({ email }) => email === `${like}@demo.example`)!
  const shared = await sharedDatabase()
  const email = `${like}-${crypto.randomUUID()}@story.example`
  const complete = model.registered !== false
  const { userId } = await makeAccount(shared, config, { email, name: complete ? 'Story Reader' : '', complete })
  const startsAt = new Date()
  const endsAt = new Date(startsAt.getTime() + yearMs)
  await shared.write(async tx => {
    await addRoles(tx, userId, model.roles ?? [])
    if (model.plan) await addPlanGrant(tx, userId, { ...model.plan, startsAt, endsAt })
  })
  return { userId, email }
}

/** Opens the connection on first use, and keeps it open until the worker process ends. */
const sharedDatabase = () => (database ??= open())

async function open() {
  const { url } = await startEmbeddedPostgres({ dataDir: config.dataDir, log: () => undefined })
  return await openDatabase(url, { warn: () => undefined, info: () => undefined })
}
