import { mostAlerts } from '@finlist/domain/alerts/kinds'
import { type Language } from '@finlist/i18n/languages'
import { type Html, html } from '@finlist/identity/pages/html'
import type { Config } from '../../config.ts'
import { type TextKey, translate } from '../../http/translate.ts'

type Question = { question: string; answer: string }

/** The front page's questions. How to cancel is asked only where something is sold. */
export function questionsFor(config: Config, language: Language): Question[] {
  const say = (key: string) =>
    translate(language, `welcome.${key}` as TextKey, { brand: config.BRAND, count: mostAlerts.free })
  const asked = ['list', 'made', 'advice', 'free', 'cancel', 'data', 'host'] as const
  return asked
    .filter(key => key !== 'cancel' || config.payments !== 'none')
    .map(key => ({
      question: say(`question.${key}`),
      answer: say(key === 'data' && config.demo ? 'answer.data.demo' : `answer.${key}`),
    }))
}

export const questionList = (language: Language, questions: readonly Question[]): Html =>
  html`<h2>${translate(language, 'welcome.questions')}</h2>
${questions.map(({ question, answer }) => html`<details><summary>${question}</summary><p>${answer}</p></details>`)}`

/** The questions as facts for search engines (schema.org). */
export const questionFacts = (questions: readonly Question[]) => ({
  '@type': 'FAQPage',
  mainEntity: questions.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
})
