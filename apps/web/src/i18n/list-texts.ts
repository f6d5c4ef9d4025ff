import { addTexts, type Dictionary } from './texts.ts'

// Separate from the other seldom texts, because every list needs these soon.
addTexts(import.meta.glob<Dictionary>('./locales/*/list-charts.json', { import: 'default' }))
