import { addTexts, type Dictionary } from './texts.ts'

addTexts(import.meta.glob<Dictionary>('./locales/*/{guide,method,track-record,verify}.json', { import: 'default' }))
