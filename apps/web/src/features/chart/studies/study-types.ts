/** The types of study there are: the names of their files, without their code. */
export const studyTypes: readonly string[] = Object.keys(import.meta.glob('./kinds/*.ts')).map(file =>
  file.slice('./kinds/'.length, -'.ts'.length),
)
