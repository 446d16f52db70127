import type { EditGrade } from '../api/generated/operations.ts'
import { texts } from '../texts/texts.ts'

interface GradeMarkProps {
  grade: EditGrade | null | undefined
  /** Why, with the words that changed. */
  reason: string | null | undefined
}

/** Returns the words that changed. A reason often begins with the name of its grade, which stands beside it. */
function wordsOf(reason: string, grade: EditGrade | null | undefined): string {
  const name = grade ? `${texts.grades[grade].toLowerCase()}: ` : ''
  return reason.startsWith(name) ? reason.slice(name.length) : reason
}

/** The grade of an edit and the reason for it. */
export function GradeMark({ grade, reason }: GradeMarkProps) {
  return (
    <>
      {grade && (
        <span class={`grade grade-${grade.toLowerCase().replace('_', '-')}`}>{texts.grades[grade]}</span>
      )}
      {reason && <span class="grade-reason"> {wordsOf(reason, grade)}</span>}
    </>
  )
}
