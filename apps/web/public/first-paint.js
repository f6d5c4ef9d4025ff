// Runs before the first paint, so that nothing flashes: theme, language, the colour of rising prices. The keys are those of src/api/storage.ts.
;(() => {
  const root = document.documentElement
  let theme = null
  let language = null
  let rising = null
  try {
    theme = localStorage.getItem('theme')
    language = localStorage.getItem('language')
    rising = localStorage.getItem('risingPrices')
  } catch {}
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
  if (rising === 'red') root.dataset.rising = rising
  if (language !== 'en' && language !== 'zh') language = /^zh\b/i.test(navigator.language) ? 'zh' : 'en'
  root.lang = language === 'zh' ? 'zh-Hant-HK' : 'en'
})()

// The token is asked for while the scripts are on their way; src/api/session.ts takes the answer. /subscribe-verify needs none.
if (!location.pathname.startsWith('/subscribe-verify')) {
  window.finlistToken = fetch('/auth/token', { method: 'POST', headers: { 'X-Requested-With': 'finlist' } })
  window.finlistToken.catch(() => {})
}
