import { inThread } from '../../background/in-thread.ts'
import { quoted } from '../store/control-characters.ts'
import { SourceError } from '../vendors/source.ts'
import { type Found, openSec, type SecSettings, secName, secSettings } from './sec.ts'

type Question = { codes: readonly string[] } | { cik: number; validator: string }
export type SecWork = { settings: SecSettings; question: Question }
export type SecAnswer =
  | { companies: [code: string, cik: number][] }
  | { found: Found }
  | { refusal: Pick<SourceError, 'reason' | 'passing'> }

const thread = new URL('../../workers/fundamentals.ts', import.meta.url)
const seconds = 600
const mostMegabytes = 400

/** EDGAR client that requests and parses each response in a thread with its own heap. */
export function secInThread(settings: SecSettings): ReturnType<typeof openSec> {
  async function ask(question: Question): Promise<Exclude<SecAnswer, { refusal: unknown }>> {
    const work: SecWork = { settings: secSettings(settings), question }
    const answer = await inThread<SecAnswer>(thread, work, { seconds, megabytes: mostMegabytes }).catch(
      (error: NodeJS.ErrnoException) => {
        throw new SourceError('source.company-ended', {
          source: secName,
          said: quoted(error.code ?? error.message, 100),
        })
      },
    )
    if ('refusal' in answer) throw SourceError.from(answer.refusal)
    return answer
  }
  return {
    async companies(codes) {
      const answer = await ask({ codes })
      return 'companies' in answer ? answer.companies : []
    },
    async figures(cik, validator) {
      const answer = await ask({ cik, validator })
      return 'found' in answer ? answer.found : undefined
    },
  }
}

/** Runs in the worker thread. */
export async function secAnswer({ settings, question }: SecWork): Promise<SecAnswer> {
  const sec = openSec(settings)
  try {
    return 'codes' in question
      ? { companies: await sec.companies(question.codes) }
      : { found: await sec.figures(question.cik, question.validator) }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    return { refusal: { reason: error.reason, passing: error.passing } }
  }
}
