import { addTexts, type Dictionary } from './texts.ts'

addTexts(
  import.meta.glob<Dictionary>(
    './locales/*/{affiliate,alerts,around,channels,check-pick,columns,compare,drawing,education,fintrainer,glossary,guide,inbox,legal,list-help,method,replay,search,state-rates,studies,today,tools,track-record,verify}.json',
    {
      import: 'default',
    },
  ),
)
