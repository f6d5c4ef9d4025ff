import { padded } from '@finlist/domain/chart/padded'
import type { Config } from '../../config.ts'
import { SourceError } from '../vendors/source.ts'
import { type ClientSettings, SourceClient } from '../vendors/source-client.ts'
import { text } from '../vendors/vendor-rows.ts'
import { figuresOf } from './company-facts.ts'
import type { FiguresSource } from './figures-source.ts'

const secName = 'SEC'
/** Maximum number of distinct field names in a company's facts; a large company uses some two thousand tags. */
const mostTags = 20_000
const mostCompanies = 50_000

export type SecSettings = Pick<Config, 'SEC_CONTACT' | 'SEC_PER_MINUTE' | 'SEC_URL'>

/**
 * EDGAR client that follows EDGAR's rules of fair access (docs/operate/source-terms.md): at most ten requests a second
 * in total, a User-Agent with a contact, and no unnecessary requests. `files/company_tickers_exchange.json` lists the
 * companies' numbers (CIK) by ticker, as `{ fields, data }`; `api/xbrl/companyfacts/CIK##########.json` has a company's
 * figures.
 */
export function openSec(
  { SEC_CONTACT, SEC_PER_MINUTE, SEC_URL }: SecSettings,
  forTests: Pick<ClientSettings, 'pause'> = {},
): FiguresSource {
  const clientOf = (base: string) =>
    new SourceClient({
      ...forTests,
      name: secName,
      base: SEC_URL || base,
      headers: { 'user-agent': SEC_CONTACT },
      secrets: [],
      perMinute: SEC_PER_MINUTE,
    })
  const [files, data] = [clientOf('https://www.sec.gov'), clientOf('https://data.sec.gov')]
  const allCompanies = async () => companiesIn(await told(() => files.json('files/company_tickers_exchange.json')))
  return {
    name: secName,
    pauseMs: 60_000 / SEC_PER_MINUTE,
    hasEveryVersion: true,
    async probe() {
      await allCompanies()
    },
    /** The ids are the companies' numbers (CIK). */
    async companies(codes) {
      const wanted = new Set(codes)
      return (await allCompanies()).filter(([code]) => wanted.has(code))
    },
    async figures(cik, { validator }) {
      const path = `api/xbrl/companyfacts/CIK${cik.padStart(10, '0')}.json`
      const found = await told(() => data.jsonUnless(path, validator, mostTags))
      return found && { figures: figuresOf(found.value, secName), validator: found.validator }
    },
  }
}

/**
 * Replaces the error about a wrong key. EDGAR has no keys: it rejects a server whose User-Agent names no contact, or
 * that sends too many requests.
 */
async function told<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof SourceError && error.reason.text === 'source.key')
      throw new SourceError('source.contact', error.reason.values ?? {})
    throw error
  }
}

function companiesIn(answer: unknown): [code: string, cik: string][] {
  const { fields, data } = (answer ?? {}) as { fields?: unknown; data?: unknown }
  if (!Array.isArray(fields) || !Array.isArray(data)) throw new SourceError('source.no-list', { source: secName })
  if (data.length > mostCompanies)
    throw new SourceError('source.too-many-rows', { source: secName, count: mostCompanies })
  const [ticker, cik] = [fields.indexOf('ticker'), fields.indexOf('cik')]
  const found = data.flatMap((row: unknown): [string, string][] => {
    if (!Array.isArray(row)) return []
    const code = padded('US', text(row[ticker], 20))
    const number = Number(row[cik])
    return code && Number.isSafeInteger(number) && number > 0 && number < 1e10 ? [[code, String(number)]] : []
  })
  if (found.length === 0) throw new SourceError('source.empty-list', { source: secName })
  return found
}
