import type { Day } from '@finlist/domain/calendar'
import { inThread } from '../../background/in-thread.ts'
import { quoted } from '../store/control-characters.ts'
import { SourceError } from '../vendors/source.ts'
import type { FiguresSource, Found } from './figures-source.ts'
import { type FiguresSettings, figuresSettings, type MarketWithFigures, openFigures } from './open-figures.ts'

type Question = { codes: readonly string[] } | { id: string; validator: string; day: Day }
export type FiguresWork = { settings: FiguresSettings; exchange: MarketWithFigures; question: Question }
export type FiguresAnswer =
  | { companies: [code: string, id: string][] }
  | { found: Found }
  | { refusal: Pick<SourceError, 'reason' | 'passing'> }

const thread = new URL('../../workers/fundamentals.ts', import.meta.url)
const seconds = 600
const mostMegabytes = 400

/** The market's source of figures. Each response is requested and parsed in a thread with a separate heap. */
export function figuresInThread(config: FiguresSettings, exchange: MarketWithFigures): FiguresSource | undefined {
  const settings = figuresSettings(config)
  const source = openFigures(settings, exchange)
  if (!source) return undefined
  async function ask(question: Question): Promise<Exclude<FiguresAnswer, { refusal: unknown }>> {
    const work: FiguresWork = { settings, exchange, question }
    const answer = await inThread<FiguresAnswer>(thread, work, { seconds, megabytes: mostMegabytes }).catch(
      (error: NodeJS.ErrnoException) => {
        throw new SourceError('source.company-ended', {
          source: source!.name,
          said: quoted(error.code ?? error.message, 100),
        })
      },
    )
    if ('refusal' in answer) throw SourceError.from(answer.refusal)
    return answer
  }
  return {
    ...source,
    async companies(codes) {
      const answer = await ask({ codes })
      return 'companies' in answer ? answer.companies : []
    },
    async figures(id, { validator, day }) {
      const answer = await ask({ id, validator, day })
      return 'found' in answer ? answer.found : undefined
    },
  }
}

/** Runs in the worker thread. */
export async function figuresAnswer({ settings, exchange, question }: FiguresWork): Promise<FiguresAnswer> {
  const source = openFigures(settings, exchange)!
  try {
    return 'codes' in question
      ? { companies: await source.companies(question.codes) }
      : { found: await source.figures(question.id, question) }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    return { refusal: { reason: error.reason, passing: error.passing } }
  }
}
