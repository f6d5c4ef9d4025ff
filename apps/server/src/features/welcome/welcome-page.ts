import { maskedWeeks } from '@finlist/contract/track-record'
import type { Day } from '@finlist/domain/calendar'
import { type ExchangeId, markets } from '@finlist/domain/markets'
import { type PeriodId, periods, plansSold } from '@finlist/domain/plans/catalogue'
import { type ProductId, products } from '@finlist/domain/plans/products'
import { type Language, languageIds, languages } from '@finlist/i18n/languages'
import { Html, html } from '@finlist/identity/pages/html'
import { type Config, ownPrices } from '../../config.ts'
import { frontPicture } from '../../http/front-picture.ts'
import { latinQuotes } from '../../http/plain-page.ts'
import { marketName, type TextKey, translate } from '../../http/translate.ts'
import type { MarketState } from '../../market-data/breadth/market-states.ts'
import { hkd } from '../../payments/emails/words.ts'
import type { Told } from './store.ts'

type States = { exchange: ExchangeId; short: MarketState | null; long: MarketState | null }
type Welcome = {
  config: Config
  language: Language
  /** The day of the market states. */
  day: Day
  states: readonly States[]
  /** The track record; undefined if it is not shown. */
  told: readonly Told[] | undefined
}

export const style = `${latinQuotes}:root{color-scheme:light dark;--ink:#1c1d20;--paper:#fff;--soft:#59616b;--line:#dfe3e8;--accent:#123f8c;--on:#fff;--up:#1d6040;--down:#a3261c;--mid:#8a5a00}
@media(prefers-color-scheme:dark){:root{--ink:#e7eaee;--paper:#101216;--soft:#a2a9b2;--line:#2b3139;--accent:#9dbdf2;--on:#10203a;--up:#86d1ab;--down:#f2a097;--mid:#e2b45c}}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 "Latin quotes",-apple-system,"Segoe UI",Roboto,Ubuntu,Cantarell,"Noto Sans","Liberation Sans",Arial,"PingFang HK","Microsoft JhengHei","Noto Sans CJK HK",sans-serif;overflow-wrap:anywhere}
header,main,footer{max-width:62rem;margin:0 auto;padding:0 1.25rem}
header{display:flex;align-items:center;gap:1rem;min-height:3.5rem;border-bottom:1px solid var(--line)}header b{flex:1;font-size:1.125rem}
a{color:var(--accent)}header a,.links a{display:inline-flex;align-items:center;min-height:2.75rem}
.button{padding:0 1.25rem;border-radius:6px;background:var(--accent);color:var(--on);font-weight:600;text-decoration:none}
h1{margin:0 0 1rem;font-size:clamp(1.75rem,4vw,2.5rem);line-height:1.2;letter-spacing:-.015em;text-wrap:balance}
h2{margin:3rem 0 .75rem;padding-top:.75rem;border-top:2px solid var(--ink);font-size:1.25rem}
p{margin:0 0 1rem;max-width:68ch}.soft,td small{color:var(--soft)}
.top{display:grid;gap:2rem;align-items:center;padding:2.5rem 0 0}.top svg{width:100%;color:var(--accent)}
@media(min-width:48rem){.top{grid-template-columns:1fr 1fr;gap:3rem}}
.table{overflow-x:auto;overflow-wrap:normal}table{width:100%;border-collapse:collapse}th,td{padding:.5rem 1rem .5rem 0;border-bottom:1px solid var(--line);text-align:start;vertical-align:top;font-weight:400}thead th{color:var(--soft);font-size:.8125rem}tbody th{font-weight:600}td small{display:block;font-size:.8125rem}td,tbody th{white-space:nowrap}th:last-child,td:last-child{padding-right:0}@media(max-width:30rem){table{font-size:.875rem}th,td{padding-right:.5rem}}.n{text-align:end;font-variant-numeric:tabular-nums}
.UPTREND{color:var(--up)}.DOWNTREND{color:var(--down)}.UNDER_PRESSURE{color:var(--mid)}.RALLY_ATTEMPT{color:var(--accent)}td b{font-weight:600}
.links{display:flex;flex-wrap:wrap;gap:0 1.5rem}footer{margin-top:3rem;padding-top:1rem;padding-bottom:2rem;border-top:1px solid var(--line);color:var(--soft);font-size:.875rem}`

/** The whole page as HTML. Every inserted value is escaped, except our own picture and style. */
export function welcomePage({ config, language, day, states, told }: Welcome): string {
  const brand = config.BRAND
  const say = (key: string, values: Record<string, string | number> = {}) =>
    translate(language, `welcome.${key}` as TextKey, { brand, ...values })
  const other = languageIds.find(id => id !== language)!
  const date = (of: Day, dateStyle: 'long' | 'medium' = 'medium') =>
    new Intl.DateTimeFormat(languages[language].locale, { dateStyle, timeZone: 'UTC' }).format(Date.parse(of))
  const market = (of: ExchangeId) => marketName(language, of)
  const state = (of: MarketState | null) =>
    of
      ? html`<b class="${of.trend}">${say(of.trend)}</b><small>${say('since', { date: date(of.startDate) })}</small>`
      : html`<span class="soft">${say('no-state')}</span>`
  return html`<!doctype html>
<html lang="${languages[language].tag}"><head><meta charset="utf-8"><title>${say('title')}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<meta name="description" content="${say('lead')}"><link rel="icon" href="data:,">
<meta property="og:type" content="website"><meta property="og:site_name" content="${brand}"><meta property="og:title" content="${say('title')}">
<meta property="og:description" content="${say('lead')}"><meta property="og:url" content="${new URL('/welcome', config.publicUrl).href}">
<link rel="alternate" hreflang="${languages[other].tag}" href="/welcome?lang=${other}">
<style>${new Html(style)}</style></head>
<body><header><b>${brand}</b><a href="/welcome?lang=${other}" lang="${languages[other].tag}">${say('switch')}</a>
<a class="button" href="/auth/login?lang=${language}&amp;returnTo=/start">${say('sign-in')}</a></header>
<main><div class="top"><div><h1>${say('title')}</h1><p>${say('lead')}</p></div>${new Html(frontPicture(say('picture')))}</div>
<h2>${say('states')}</h2>
<p class="soft">${say(config.demo ? 'states.demo' : 'states.then', { date: date(day, 'long'), weeks: maskedWeeks })}</p>
<div class="table" tabindex="0" role="region" aria-label="${say('states')}"><table><thead><tr><th scope="col">${say('market')}</th><th scope="col">${say('short')}</th><th scope="col">${say('long')}</th></tr></thead><tbody>
${states.map(({ exchange, short, long }) => html`<tr><th scope="row">${market(exchange)}</th><td>${state(short)}</td><td>${state(long)}</td></tr>`)}
</tbody></table></div>
<h2>${say('method')}</h2><p>${say('method.text')}</p><p class="links"><a href="/method">${say('method.link')}</a></p>
${told && record(told)}
${config.payments !== 'none' && plans()}
</main><footer><p>${say('end')}</p></footer></body></html>`.text

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
