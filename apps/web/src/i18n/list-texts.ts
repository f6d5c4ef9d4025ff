import { addTexts, type Dictionary } from './texts.ts'

// Not among the texts of rarely opened screens, because every list needs these soon.
addTexts(import.meta.glob<Dictionary>('./locales/*/list-charts.json', { import: 'default' }))
