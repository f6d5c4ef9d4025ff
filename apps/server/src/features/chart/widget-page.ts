import { isLanguage } from '@finlist/i18n/languages'
import { seldomFacts } from '@finlist/i18n/seldom-facts'
import type { FastifyInstance } from 'fastify'
import { translate } from '../../http/translate.ts'

/**
 * Serves the page with the operator's third-party chart, in a sandboxed frame without an origin, so that its script
 * cannot reach our pages or their storage. No other site may embed it. The script reads its settings as JSON from its
 * own script element, as TradingView's widgets do.
 */
export function serveChartWidget(app: FastifyInstance, script: string) {
  const { origin, hostname } = new URL(script)
  // TradingView serves its frame from another host than its script.
  const frames = /(^|\.)tradingview\.com$/.test(hostname)
    ? [origin, 'https://*.tradingview.com', 'https://*.tradingview-widget.com']
    : [origin]
  const policy = [
    "default-src 'none'",
    `script-src ${origin}`,
    "style-src 'unsafe-inline'",
    `img-src ${origin} data:`,
    `connect-src ${origin}`,
    `frame-src ${frames.join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox',
  ].join('; ')

  app.get<{ Querystring: { theme?: string; language?: string } }>('/chart-widget', (request, reply) => {
    const { theme, language: asked } = request.query
    const language = isLanguage(asked) ? asked : 'en'
    const settings = {
      autosize: true,
      symbol: 'SP:SPX',
      interval: 'D',
      timezone: 'exchange',
      theme: theme === 'dark' ? 'dark' : 'light',
      style: '1',
      locale: seldomFacts[language].chartWidget,
      allow_symbol_change: true,
    }
    return reply
      .header('content-security-policy', policy)
      .type('text/html; charset=utf-8')
      .send(pageAround(script, JSON.stringify(settings), translate(language, 'chart-widget-blocked')))
  })
}

/** The text `words` lies behind the chart, so it is visible only if the chart does not load. */
const pageAround = (script: string, asked: string, words: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Chart</title>
<style>html,body,.tradingview-widget-container{height:100%;margin:0}.tradingview-widget-container__widget{height:calc(100% - 2rem)}.tradingview-widget-copyright{font:12px/2rem sans-serif;text-align:center}.none{position:absolute;inset:40% 1rem auto;z-index:-1;margin:0;font:14px/1.5 sans-serif;text-align:center;color:GrayText}</style></head>
<body><p class="none">${words}</p><div class="tradingview-widget-container"><div class="tradingview-widget-container__widget"></div>
<div class="tradingview-widget-copyright"><a href="https://www.tradingview.com/" rel="noopener nofollow" target="_blank">TradingView</a></div>
<script src="${script.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}" async>${asked}</script></div></body></html>`
