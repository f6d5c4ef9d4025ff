import { addTexts, type Dictionary } from './texts.ts'

addTexts(
  import.meta.glob<Dictionary>('./locales/*/{admin,customers,overview,picking,revenue,users}.json', {
    import: 'default',
  }),
)
