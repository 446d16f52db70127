import type { EditGrade } from '../api/generated/operations.ts'
import { texts } from '../texts.ts'

interface GradeMarkProps {
  grade: EditGrade | null | undefined
  /** Why, with the words that changed. */
  reason: string | null | undefined
}

/** The grade of an edit and the reason for it. */
export function GradeMark({ grade, reason }: GradeMarkProps) {
  return (
    <>
      {grade && (
        <span class={`grade grade-${grade.toLowerCase().replace('_', '-')}`}>{texts.grades[grade]}</span>
      )}
      {reason && <span class="grade-reason"> {reason}</span>}
    </>
  )
}
