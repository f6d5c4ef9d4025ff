// Runs before the first paint, so that neither theme nor language flashes. The keys are those of src/api/storage.ts.
;(() => {
  const root = document.documentElement
  let theme = null
  let language = null
  try {
    theme = localStorage.getItem('theme')
    language = localStorage.getItem('language')
  } catch {}
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
  if (language !== 'en' && language !== 'zh') language = /^zh\b/i.test(navigator.language) ? 'zh' : 'en'
  root.lang = language === 'zh' ? 'zh-Hant-HK' : 'en'
})()
