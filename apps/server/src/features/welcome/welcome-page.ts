import { maskedWeeks } from '@finlist/contract/track-record'
import { mostAlerts } from '@finlist/domain/alerts/kinds'
import type { Day } from '@finlist/domain/calendar'
import { type ExchangeId, markets } from '@finlist/domain/markets'
import { type PeriodId, periods, plansSold } from '@finlist/domain/plans/catalogue'
import { type ProductId, products } from '@finlist/domain/plans/products'
import { type Language, languages } from '@finlist/i18n/languages'
import { Html, html } from '@finlist/identity/pages/html'
import { type Config, ownPrices } from '../../config.ts'
import { frontPicture } from '../../http/front-picture.ts'
import { marketName, type TextKey, translate } from '../../http/translate.ts'
import type { MarketState } from '../../market-data/breadth/market-states.ts'
import { hkd } from '../../payments/emails/words.ts'
import { picturedBrand, productPictures } from './product-pictures.ts'
import { publicFrame, signUpLink } from './public-frame.ts'
import { type PublicPick, pickFigures } from './public-pick.ts'
import { questionFacts, questionList, questionsFor } from './questions.ts'
import type { Told } from './store.ts'

type States = { exchange: ExchangeId; short: MarketState | null; long: MarketState | null }
type Welcome = {
  config: Config
  language: Language
  /** The day of the market states. */
  day: Day
  states: readonly States[]
  /** The open picks of the markets that have one. */
  picks: readonly PublicPick[]
  /** The track record; undefined if it is not shown. */
  told: readonly Told[] | undefined
}

/** The whole page as HTML. Every inserted value is escaped, except our own picture and style. */
export function welcomePage({ config, language, day, states, picks, told }: Welcome): string {
  const brand = config.BRAND
  const say = (key: string, values: Record<string, string | number> = {}) =>
    translate(language, `welcome.${key}` as TextKey, { brand, ...values })
  const date = (of: Day, dateStyle: 'long' | 'medium' = 'medium') =>
    new Intl.DateTimeFormat(languages[language].locale, { dateStyle, timeZone: 'UTC' }).format(Date.parse(of))
  const market = (of: ExchangeId) => marketName(language, of)
  const state = (of: MarketState | null) =>
    of
      ? html`<b class="${of.trend}">${say(of.trend)}</b><small>${say('since', { date: date(of.startDate) })}</small>`
      : html`<span class="soft">${say('no-state')}</span>`
  const questions = questionsFor(config, language)
  const body = html`<div class="top"><div><h1>${say('title')}</h1><p>${say('lead')}</p><p class="buttons">${signUpLink(language)}</p></div>${new Html(frontPicture(say('picture')))}</div>
${picks.length > 0 && openPicks()}
${brand === picturedBrand && productPictures(language)}
<h2>${say('states')}</h2>
<p class="soft">${say(config.demo ? 'states.demo' : 'states.then', { date: date(day, 'long'), weeks: maskedWeeks })}</p>
<div class="table" tabindex="0" role="region" aria-label="${say('states')}"><table><thead><tr><th scope="col">${say('market')}</th><th scope="col">${say('short')}</th><th scope="col">${say('long')}</th></tr></thead><tbody>
${states.map(({ exchange, short, long }) => html`<tr><th scope="row">${market(exchange)}</th><td>${state(short)}</td><td>${state(long)}</td></tr>`)}
</tbody></table></div>
<h2>${say('method')}</h2><p>${say('method.text')}</p><p class="links"><a href="/method">${say('method.link')}</a></p>
${told && record(told)}
${freeAccount()}
${config.payments !== 'none' && plans()}
${questionList(language, questions)}`
  return publicFrame({
    config,
    language,
    path: '/welcome',
    title: say('title'),
    description: say('lead'),
    facts: questionFacts(questions),
    body,
  })

  function openPicks(): Html {
    return html`<h2>${say('picks')}</h2><p>${say('picks.text')}</p>
<div class="table" tabindex="0" role="region" aria-label="${say('picks')}"><table><thead><tr><th scope="col">${say('pick.stock')}</th><th scope="col" class="n">${say('pick.close')}</th><th scope="col" class="n">${say('pick.change')}</th><th scope="col" class="n wide">${say('pick.buyPoint')}</th><th scope="col" class="wide">${say('pick.base')}</th></tr></thead><tbody>
${picks.map(pick => {
  const { name, path, code, close, change, buyPoint, base } = pickFigures(pick, language)
  return html`<tr><th scope="row" class="stock"><a href="${path}?lang=${language}">${code} ${name}</a><small>${market(pick.exchange)} · ${date(pick.issueDate)}</small></th><td class="n">${close}</td><td class="n">${change}</td><td class="n wide">${buyPoint}</td><td class="wide">${base}</td></tr>`
})}
</tbody></table></div>`
  }

  function freeAccount(): Html {
    return html`<h2>${say('free')}</h2><p>${say('free.text')}</p><ul>${(
      ['pick', 'charts', 'alerts', 'trainer', 'record'] as const
    ).map(
      what => html`<li>${say(`free.${what}`, { count: mostAlerts.free })}</li>`,
    )}</ul><p>${signUpLink(language)}</p>`
  }

  function record(rows: readonly Told[]): Html {
    const known = markets.flatMap(({ id, linkSuffix }) => {
      const row = rows.find(({ exchange }) => exchange === id)
      return row ? [{ ...row, linkSuffix }] : []
    })
    return html`<h2>${say('record')}</h2>
${
  known.length === 0
    ? html`<p>${say('record.none')}</p>`
    : html`<p>${say('record.text')}</p>
<div class="table" tabindex="0" role="region" aria-label="${say('record')}"><table><thead><tr><th scope="col">${say('market')}</th><th scope="col">${say('first')}</th><th scope="col" class="n">${say('lists')}</th><th scope="col" class="n">${say('followed')}</th></tr></thead><tbody>
${known.map(
  ({ exchange, linkSuffix, first, lists, followed }) =>
    html`<tr><th scope="row"><a href="/track-record-${linkSuffix}">${market(exchange)}</a></th><td>${date(first)}</td><td class="n">${lists}</td><td class="n">${followed}</td></tr>`,
)}
</tbody></table></div>`
}`
  }

  function plans(): Html {
    const sold = plansSold(ownPrices(config))
    const offered = (Object.keys(periods).map(Number) as PeriodId[])
      .filter(id => sold.some(({ periodId }) => periodId === id))
      .toSorted((one, another) => periods[one].months - periods[another].months)
    const ids = [...new Set(sold.map(({ productId }) => productId))]
    const price = (productId: ProductId, period: PeriodId) => {
      const plan = sold.find(it => it.productId === productId && it.periodId === period)
      return plan ? hkd(plan.cents) : '–'
    }
    return html`<h2>${say('plans')}</h2><p>${say('plans.text')}</p>
<div class="table" tabindex="0" role="region" aria-label="${say('plans')}"><table><thead><tr><th scope="col">${say('plan')}</th>${offered.map(id => html`<th scope="col" class="n">${say(`period.${periods[id].name}`)}</th>`)}</tr></thead><tbody>
${ids.map(
  id =>
    html`<tr><th scope="row">${translate(language, `plan.${products[id].name}`)}</th>${offered.map(period => html`<td class="n">${price(id, period)}</td>`)}</tr>`,
)}
</tbody></table></div>`
  }
}
