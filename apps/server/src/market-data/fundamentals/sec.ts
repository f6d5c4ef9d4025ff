import { padded } from '@finlist/domain/chart/padded'
import type { Reported } from '@finlist/domain/fundamentals/reported'
import type { Config } from '../../config.ts'
import { SourceError } from '../vendors/source.ts'
import { type ClientSettings, SourceClient } from '../vendors/source-client.ts'
import { text } from '../vendors/vendor-rows.ts'
import { figuresOf } from './company-facts.ts'

export const secName = 'SEC'
/** Maximum number of distinct field names in a company's facts; a large company uses some two thousand tags. */
const mostTags = 20_000
const mostCompanies = 50_000

export type SecSettings = Pick<Config, 'SEC_CONTACT' | 'SEC_PER_MINUTE' | 'SEC_URL'>
export const secSettings = ({ SEC_CONTACT, SEC_PER_MINUTE, SEC_URL }: SecSettings): SecSettings => ({
  SEC_CONTACT,
  SEC_PER_MINUTE,
  SEC_URL,
})

/** The figures in a response and its validator; undefined if the response has not changed. */
export type Found = { figures: Reported[]; validator: string } | undefined

/**
 * EDGAR client that follows EDGAR's rules of fair access (docs/operate/source-terms.md): at most ten requests a second
 * in total, a User-Agent with a contact, and no unnecessary requests. `files/company_tickers_exchange.json` lists the
 * companies' numbers (CIK) by ticker, as `{ fields, data }`; `api/xbrl/companyfacts/CIK##########.json` has a company's
 * figures.
 */
export function openSec(
  { SEC_CONTACT, SEC_PER_MINUTE, SEC_URL }: SecSettings,
  forTests: Pick<ClientSettings, 'pause'> = {},
) {
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
  return {
    /** The companies' numbers (CIK) by stock code. Stocks of companies that file nothing with the SEC are omitted. */
    async companies(codes: readonly string[]): Promise<[code: string, cik: number][]> {
      const answer = await told(() => files.json('files/company_tickers_exchange.json'))
      const wanted = new Set(codes)
      return companiesIn(answer).filter(([code]) => wanted.has(code))
    },
    async figures(cik: number, validator: string): Promise<Found> {
      const path = `api/xbrl/companyfacts/CIK${String(cik).padStart(10, '0')}.json`
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

function companiesIn(answer: unknown): [code: string, cik: number][] {
  const { fields, data } = (answer ?? {}) as { fields?: unknown; data?: unknown }
  if (!Array.isArray(fields) || !Array.isArray(data)) throw new SourceError('source.no-list', { source: secName })
  if (data.length > mostCompanies)
    throw new SourceError('source.too-many-rows', { source: secName, count: mostCompanies })
  const [ticker, cik] = [fields.indexOf('ticker'), fields.indexOf('cik')]
  const found = data.flatMap((row: unknown): [string, number][] => {
    if (!Array.isArray(row)) return []
    const code = padded('US', text(row[ticker], 20))
    const number = Number(row[cik])
    return code && Number.isSafeInteger(number) && number > 0 && number < 1e10 ? [[code, number]] : []
  })
  if (found.length === 0) throw new SourceError('source.empty-list', { source: secName })
  return found
}
