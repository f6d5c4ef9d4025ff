import { parseArgs } from 'node:util'
import { type DemoMarket, demoMarket } from '@finlist/demo-market/market'
import { dayAt } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import { openDataSandbox } from './data-sandbox.ts'
import { misdeeds } from './faults.ts'

const usage = `npm run data-sandbox -- [--port 5200] [--key any] [--from 2022-01-03] [--fault "does part-of-an-address"]...

Speaks the shapes of EODHD, J-Quants, FinMind and EDGAR from the invented markets. Faults, each for its first request:
${misdeeds.join(', ')}
`

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '5200' },
    key: { type: 'string', default: 'sandbox' },
    from: { type: 'string', default: '2022-01-03' },
    fault: { type: 'string', multiple: true, default: [] },
    help: { type: 'boolean', short: 'h', default: false },
  },
})
if (values.help) {
  process.stdout.write(usage)
  process.exit()
}

/** Each market is generated when it is first requested, and again when a new day has begun. */
const drawn = new Map<ExchangeId, { asOf: string; market: DemoMarket }>()
function markets(exchange: ExchangeId): DemoMarket {
  const asOf = dayAt(exchange, Date.now())
  const known = drawn.get(exchange)
  if (known?.asOf === asOf) return known.market
  const market = demoMarket({ seed: 'finlist', exchange, startDate: values.from, asOf })
  drawn.set(exchange, { asOf, market })
  return market
}

const sandbox = await openDataSandbox({ markets, key: values.key, port: Number(values.port) })
for (const words of values.fault) {
  const [word = '', of = ''] = words.split(' ')
  const does = misdeeds.find(known => known === word)
  if (!does) {
    process.stderr.write(`--fault: one of ${misdeeds.join(', ')}\n`)
    process.exit(2)
  }
  sandbox.faults.push({ does, of })
}
const settings = {
  SOURCE_HKEX: 'eodhd',
  SOURCE_US: 'eodhd',
  SOURCE_JP: 'j-quants',
  SOURCE_CN: 'eodhd',
  SOURCE_TW: 'finmind',
  EODHD_URL: sandbox.urls.eodhd,
  J_QUANTS_URL: sandbox.urls.jQuants,
  FINMIND_URL: sandbox.urls.finMind,
  FUNDAMENTALS_HKEX: 'eodhd',
  FUNDAMENTALS_US: 'sec',
  FUNDAMENTALS_CN: 'eodhd',
  FUNDAMENTALS_TW: 'eodhd',
  SEC_URL: sandbox.urls.sec,
  MOVERS: 'eodhd',
  RATES: 'ecb',
  ECB_URL: sandbox.urls.ecb,
  SEC_CONTACT: 'FinList rehearsal admin@finlist.example',
  EODHD_KEY: values.key,
  J_QUANTS_KEY: values.key,
  FINMIND_KEY: values.key,
}
for (const [name, value] of Object.entries(settings)) process.stdout.write(`${name}=${value}\n`)
