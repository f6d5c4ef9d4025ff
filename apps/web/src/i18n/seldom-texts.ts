import { addTexts, type Dictionary } from './texts.ts'

addTexts(
  import.meta.glob<Dictionary>(
    './locales/*/{affiliate,alerts,channels,check-pick,columns,drawing,education,fintrainer,guide,inbox,legal,list-help,method,search,state-rates,studies,today,track-record,verify}.json',
    {
      import: 'default',
    },
  ),
)
