import { parseArgs } from 'node:util'
import { requestProofs } from '@finlist/contract/staff/customer-actions'
import { type PeriodId, periods } from '@finlist/domain/plans/catalogue'
import { type ProductId, products } from '@finlist/domain/plans/products'
import { type Role, roles } from '@finlist/domain/plans/roles'
import { AdminBySetting, block, LastAdmin, takeRole, unblock } from '../auth/block.ts'
import { signOutEverywhere } from '../auth/sign-out.ts'
import { signInAccount } from '../boot/embedded-account.ts'
import type { Config } from '../config.ts'
import { audit } from '../db/audit.ts'
import type { Database, Tx } from '../db/database.ts'
import { type SendNotice, withSending } from '../notifications/messenger.ts'
import { renewingSubscriptions } from '../payments/renewing.ts'
import { CommandError, withDatabase } from './connect.ts'
import { assertNamed, findPerson, isAccountNumber, personNamed } from './find-person.ts'
import { addPlanGrant, addRoles, makeAccount } from './make-account.ts'
import { readTyped } from './typed.ts'
import { join } from './user-join.ts'
import { fulfil, printRequests, readReason, readRequest } from './user-requests.ts'

const usage = `finlist user ${personNamed} [--role ${roles.join('|')}]... [--plan finlist-hk:yearly --until YYYY-MM-DD]... [--incomplete]
finlist user ${personNamed} --second-factor off
finlist user ${personNamed} --block --reason TEXT [--renewal keep]
finlist user ${personNamed} --unblock --reason TEXT
finlist user ${personNamed} --remove-role ${roles.join('|')} --reason TEXT
finlist user ${personNamed} --export FILE --proof ${requestProofs.join('|')} [--asked-on YYYY-MM-DD] --reason TEXT
finlist user ${personNamed} --erase --proof ${requestProofs.join('|')} [--asked-on YYYY-MM-DD] --reason TEXT
finlist user --requests [--json]
finlist user join <email> --reason TEXT, or join NUMBER NUMBER --reason TEXT

An account is found by its verified address. One that only claims an address may be another person's: give its number,
which the command lists.
The first creates the account of an address, or changes an existing one: adds the role, and the plan until the end of that day in Hong Kong.
A new account has a proved e-mail address and a complete profile unless --incomplete.
--second-factor off lets the account sign in without its app, recovery codes and passkeys, and signs it out everywhere.
--block ends sessions, tokens, devices and push at once; plans stay. For an account with a plan that renews it must say
--renewal keep: to turn renewal off as well, block on the page Customers.
--remove-role never removes the last admin.
--export and --erase are for a person who asked for it: --proof says how you made sure that it was they. --export writes
everything held about them into a new file; --erase erases the account in seven days and tells them by e-mail.
--requests lists what was asked for, with its dates.
join makes two accounts of one person one, as after a change of the issuer: both need the same verified address. Each of these is recorded in the audit log with its reason.`

const options = readTyped(usage, readArguments)

if (options.joined) await withDatabase(joinTwo)
else if (options.lists) await withDatabase(database => printRequests(database, options.isJson))
else if (options.request) await withDatabase(doAsAsked)
else if (options.secondFactorOff) await withDatabase(turnOffSecondFactor)
else if (options.standing) await withDatabase(changeStanding)
else await withDatabase(makeOrChange)

async function joinTwo(database: Database, config: Config, now: () => number) {
  process.stdout.write(`${await join(database, config, options.joined!, new Date(now()))}\n`)
}

async function doAsAsked(database: Database, config: Config, now: () => number) {
  const done = await fulfil(database, config, options.named, options.request!, new Date(now()))
  process.stdout.write(`${options.named}: ${done}\n`)
}

/** Blocks or unblocks a user or removes a role, as admins do on the Customers page. */
async function changeStanding(database: Database, config: Config, now: () => number) {
  const { change, role, reason, keepsRenewal } = options.standing!
  const userId = await findPerson(database, options.named)
  const word = { byUserId: null, aboutUserId: userId, reason, at: new Date(now()) }
  const adminEmails = config.ADMIN_EMAILS
  const renews = (await renewingSubscriptions(database.db, userId)).length > 0
  if (change === 'block' && renews && !keepsRenewal)
    throw new CommandError(`${options.named}: a plan renews. Add --renewal keep, or block on the page Customers`)
  const renewal = renews ? ('keep' as const) : ('none' as const)
  const said = await database
    .write(async tx => {
      if (change === 'unblock') return await unblock(tx, word).then(() => 'can sign in again')
      if (change === 'remove-role') {
        const left = await takeRole(tx, word, { role: role!, adminEmails })
        return `role ${role} removed; left: ${left.join(', ') || 'none'}`
      }
      const ended = await block(tx, signInAccount(config, database), word, { adminEmails, renewal })
      return `blocked, ${ended} sessions ended`
    })
    .catch(error => {
      if (error instanceof LastAdmin) throw new CommandError(`${options.named}: the last admin who can sign in`)
      if (error instanceof AdminBySetting) throw new CommandError(`${options.named}: ADMIN_EMAILS names this admin`)
      throw error
    })
  process.stdout.write(`${options.named}: ${said}\n`)
}

async function turnOffSecondFactor(database: Database, config: Config, now: () => number) {
  const userId = await findPerson(database, options.named)
  const account = signInAccount(config, database)
  if (!(await account.turnOffSecondFactor(userId)))
    throw new CommandError(`${options.named}: no two-step sign-in is on`)
  const word = { byUserId: null, aboutUserId: userId, reason: '', at: new Date(now()) }
  await withSending(config, database, send =>
    database.write(async tx => {
      await audit(tx, { ...word, action: 'second-factor-off', facts: {} })
      await signOutEverywhere(tx, account, word)
      await tell(tx, send, userId)
    }),
  )
  process.stdout.write(`${options.named}: two-step sign-in is off, signed out everywhere, and told by letter\n`)
}

/** Notifies the user that their second factor was turned off. */
async function tell(tx: Tx, send: SendNotice, userId: number) {
  const { email: to, language } = await tx
    .selectFrom('users')
    .select(['email', 'language'])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  await send(tx, 'second-factor-off', { to, language: language ?? 'en', values: {}, userId })
}

async function makeOrChange(database: Database, config: Config, now: () => number) {
  const at = new Date(now())
  const { named, incomplete } = options
  const { userId, made } = isAccountNumber(named)
    ? { userId: await findPerson(database, named), made: false }
    : await makeAccount(database, config, { email: named, name: named.split('@')[0]!, complete: !incomplete })
  await database.write(async tx => {
    await addRoles(tx, userId, options.roles)
    for (const plan of options.plans) await addPlanGrant(tx, userId, { ...plan, startsAt: at })
    const plans = options.plans.map(
      ({ productId, periodId }) => `${products[productId].name}:${periods[periodId].name}`,
    )
    await audit(tx, {
      byUserId: null,
      aboutUserId: userId,
      action: made ? 'account-made' : 'account-changed',
      facts: { roles: options.roles.join(', '), plans: plans.join(', ') },
      reason: '',
      at,
    })
  })
  process.stdout.write(`${options.named}: account ${userId} ${made ? 'made' : 'changed'}\n`)
  if (made && !config.embeddedIdentity)
    process.stdout.write(
      'This account is for `finlist token` alone: people sign in at the configured issuer, which makes theirs.\n',
    )
}

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      role: { type: 'string', multiple: true, default: [] },
      plan: { type: 'string', multiple: true, default: [] },
      until: { type: 'string', multiple: true, default: [] },
      incomplete: { type: 'boolean', default: false },
      'second-factor': { type: 'string' },
      block: { type: 'boolean', default: false },
      unblock: { type: 'boolean', default: false },
      'remove-role': { type: 'string' },
      reason: { type: 'string' },
      renewal: { type: 'string' },
      export: { type: 'string' },
      erase: { type: 'boolean', default: false },
      proof: { type: 'string' },
      'asked-on': { type: 'string' },
      requests: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  })
  const isJoin = positionals[0] === 'join'
  const joined = isJoin ? { named: positionals.slice(1), reason: readReason(values.reason) } : undefined
  if (joined && (joined.named.length === 0 || joined.named.length > 2))
    throw new CommandError('join: an e-mail address, or the numbers of two accounts')
  const [named = '', ...rest] = isJoin ? [''] : positionals
  const lists = values.requests
  if (lists && positionals.length > 0) throw new CommandError('--requests: goes alone')
  if (values.json && !lists) throw new CommandError('--json belongs to --requests')
  if (rest.length > 0) throw new CommandError('give one e-mail address or account number')
  if (!lists && !isJoin) assertNamed(named)
  if (values.plan.length !== values.until.length) throw new CommandError('--plan: each needs its --until YYYY-MM-DD')
  const secondFactor = values['second-factor']
  if (secondFactor !== undefined && secondFactor !== 'off') throw new CommandError('--second-factor: off')
  if (secondFactor && (values.role.length > 0 || values.plan.length > 0 || values.incomplete))
    throw new CommandError('--second-factor off: goes alone')
  const request = readRequest(values)
  return {
    named,
    joined,
    lists,
    isJson: values.json,
    request,
    standing: request || joined ? undefined : readStanding(values),
    secondFactorOff: secondFactor === 'off',
    incomplete: values.incomplete,
    roles: values.role.map(readRole),
    plans: values.plan.map((plan, n) => ({ ...readPlan(plan), endsAt: readDay(values.until[n]!) })),
  }
}

type Standing = { block: boolean; unblock: boolean; 'remove-role'?: string; reason?: string; renewal?: string }

function readStanding({ block: blocks, unblock: unblocks, 'remove-role': role, reason = '', renewal }: Standing) {
  const asked = [blocks && 'block', unblocks && 'unblock', role !== undefined && 'remove-role'].filter(
    it => it !== false,
  )
  const [change, ...more] = asked
  if (!change) {
    if (reason || renewal)
      throw new CommandError('--reason and --renewal belong to --block, --unblock, --remove-role, --export or --erase')
    return undefined
  }
  if (more.length > 0) throw new CommandError(`--${change} and --${more[0]}: one at a time`)
  const said = readReason(reason)
  if (renewal !== undefined && renewal !== 'keep') throw new CommandError(`--renewal ${renewal}: keep`)
  return {
    change,
    role: role === undefined ? undefined : readRole(role),
    reason: said,
    keepsRenewal: renewal === 'keep',
  }
}

function readRole(name: string): Role {
  const role = roles.find(known => known === name)
  if (!role) throw new CommandError(`--role ${name}: one of ${roles.join(', ')}`)
  return role
}

function readPlan(text: string): { productId: ProductId; periodId: PeriodId } {
  const [productName, periodName] = text.split(':')
  const product = Object.entries(products).find(([, { name }]) => name === productName)
  const period = Object.entries(periods).find(([, { name }]) => name === periodName)
  if (!product || !period) {
    const names = (of: object) => Object.values(of).map(({ name }) => name)
    throw new CommandError(`--plan ${text}: <${names(products).join('|')}>:<${names(periods).join('|')}>`)
  }
  return { productId: Number(product[0]) as ProductId, periodId: Number(period[0]) as PeriodId }
}

function readDay(text: string): Date {
  const end = new Date(`${text}T24:00:00+08:00`)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(end.getTime()))
    throw new CommandError(`--until ${text}: YYYY-MM-DD`)
  return end
}
