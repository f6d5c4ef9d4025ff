import { currencyOf, marketOf } from '@finlist/domain/markets'
import { type Language, languages } from '@finlist/i18n/languages'
import { html } from '@finlist/identity/pages/html'
import type { Config } from '../../config.ts'
import { marketName, type TextKey, translate } from '../../http/translate.ts'
import type { Bar } from '../../market-data/store/bars.ts'
import { pickChart } from './pick-chart.ts'
import { publicFrame, signUpLink } from './public-frame.ts'
import { type PublicPick, pickFigures } from './public-pick.ts'

type Given = {
  config: Config
  language: Language
  pick: PublicPick
  /** Daily bars, oldest first; empty if the prices' source does not allow publishing them. */
  bars: readonly Bar[]
}

const figures = ['close', 'change', 'volume', 'volumeChange', 'score', 'buyPoint', 'base'] as const

/** The page of a market's open pick. Contains nothing of any other pick. */
export function pickPage({ config, language, pick, bars }: Given): string {
  const { exchange, issueDate, total, stock } = pick
  const shown = pickFigures(pick, language)
  const date = new Intl.DateTimeFormat(languages[language].locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
    Date.parse(issueDate),
  )
  const say = (key: string, values: Record<string, string | number> = {}) =>
    translate(language, `welcome.${key}` as TextKey, { brand: config.BRAND, ...values })
  const stockName = `${shown.code} ${shown.name}`
  const values = { stock: stockName, market: marketName(language, exchange), date, count: total }
  const body = html`<div class="top"><div><p class="soft">${say('pick.kicker', values)}</p><h1>${stockName}</h1><p>${say('pick.lead', values)}</p>
${config.demo && html`<p class="soft">${say('pick.demo')}</p>`}<p class="buttons">${signUpLink(language)}<a class="quiet" href="/welcome?lang=${language}">${say('more')}</a></p></div>
<div class="table"><table><tbody>${figures.map(name => html`<tr><th scope="row">${say(`pick.${name}`)}</th><td class="n">${shown[name]}</td></tr>`)}</tbody></table></div></div>
${
  bars.length > 1 &&
  html`<figure class="chart">${pickChart(bars, stock.buyPoint, say('pick.chart', { ...values, from: bars[0]!.date, until: bars.at(-1)!.date }))}<figcaption>${say('pick.chart.text', { currency: currencyOf[exchange] })}</figcaption></figure>`
}
<h2>${say('pick.what')}</h2><p>${say('pick.what.text')}</p><p class="links"><a href="/method">${say('method.link')}</a>${config.TRACK_RECORD === 'on' && html`<a href="/track-record-${marketOf(exchange).linkSuffix}">${say('record.link', values)}</a>`}</p>`
  return publicFrame({
    config,
    language,
    path: shown.path,
    title: say('pick.title', values),
    description: say('pick.lead', values),
    facts: {
      datePublished: issueDate,
      about: { '@type': 'Corporation', name: shown.name, tickerSymbol: stock.stockCode },
    },
    body,
  })
}
