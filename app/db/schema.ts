import type {
  UsersTable,
  ClassroomsTable,
  ClassroomTeachersTable,
  SignInFailuresTable,
  SettingsTable,
  MessagesTable,
  NamedTypesTable,
  TeachingGroupsTable,
  TeachingGroupMembersTable,
  UserSessionsTable,
  AccountLinksTable,
  DeviceChecksTable,
  AuditEntriesTable,
  IdempotencyKeysTable,
  HeldFormsTable,
  FilesTable,
  FileUsesTable,
  FileWaveformsTable,
} from './tables/school';
import type {
  DirectoriesTable,
  QuestionsTable,
  FormulasTable,
  ShownFormulasTable,
  QuestionTextsTable,
  SharesTable,
  DirectorySharesTable,
  QuestionEditsTable,
  BasketItemsTable,
  QuestionImportsTable,
  QuestionImportItemsTable,
} from './tables/questions';
import type {
  ExamsTable,
  ExamClassroomsTable,
  ExamStudentNamesTable,
  ExamMembershipsTable,
  ExamExaminersTable,
  ExamPicksTable,
  ExamItemsTable,
  ExamDrawsTable,
  ExamGrantsTable,
  ExamResitsTable,
  ExamMicChecksTable,
  ExamAnnouncementsTable,
  ExamRemindersTable,
} from './tables/exams';
import type {
  AttemptItemsTable,
  AttemptLeavesTable,
  AttemptPagesTable,
  AttemptsTable,
  AnswersTable,
  AnswerJournalTable,
  TakesTable,
  RefusedFilesTable,
  PhotosTable,
  ScanHeapsTable,
  ScanPagesTable,
  LateAcceptancesTable,
} from './tables/attempts';
import type {
  ScoreLooksTable,
  ScoreAssignmentsTable,
  ScoreDecisionsTable,
  RubricsTable,
  ScoresTable,
  ScoreMarksTable,
  ScoreNotesTable,
  QuickCommentsTable,
  PhotoMarksTable,
  ItemCorrectionsTable,
  ItemResultsTable,
  ExamStatisticsTable,
  ResultsTable,
} from './tables/scores';
import type {
  PracticeRunsTable,
  PracticesTable,
  WrongQuestionsTable,
  WorksTable,
  WorkLikesTable,
  CommentsTable,
  ModerationsTable,
  ThreadsTable,
  PostsTable,
  ThreadReadsTable,
  ResourcesTable,
  ResourceClassroomsTable,
} from './tables/daily';

/**
 * The tables, the same on SQLite and PostgreSQL: booleans are 0/1, times are UTC milliseconds (bigint),
 * JSON is text. Column meanings that are not plain from the name are said here.
 */
export interface Database {
  users: UsersTable;
  classrooms: ClassroomsTable;
  classroom_teachers: ClassroomTeachersTable;
  sign_in_failures: SignInFailuresTable;
  settings: SettingsTable;
  files: FilesTable;
  file_uses: FileUsesTable;
  messages: MessagesTable;
  scene_types: NamedTypesTable;
  exam_types: NamedTypesTable;
  directories: DirectoriesTable;
  questions: QuestionsTable;
  question_texts: QuestionTextsTable;
  basket_items: BasketItemsTable;
  question_imports: QuestionImportsTable;
  question_import_items: QuestionImportItemsTable;
  exam_draws: ExamDrawsTable;
  attempt_items: AttemptItemsTable;
  practice_runs: PracticeRunsTable;
  practices: PracticesTable;
  wrong_questions: WrongQuestionsTable;
  shares: SharesTable;
  directory_shares: DirectorySharesTable;
  teaching_groups: TeachingGroupsTable;
  teaching_group_members: TeachingGroupMembersTable;
  question_edits: QuestionEditsTable;
  exams: ExamsTable;
  exam_classrooms: ExamClassroomsTable;
  exam_examiners: ExamExaminersTable;
  exam_student_names: ExamStudentNamesTable;
  exam_memberships: ExamMembershipsTable;
  score_looks: ScoreLooksTable;
  exam_items: ExamItemsTable;
  exam_picks: ExamPicksTable;
  exam_grants: ExamGrantsTable;
  exam_resits: ExamResitsTable;
  exam_mic_checks: ExamMicChecksTable;
  attempt_leaves: AttemptLeavesTable;
  attempt_pages: AttemptPagesTable;
  exam_announcements: ExamAnnouncementsTable;
  attempts: AttemptsTable;
  answers: AnswersTable;
  answer_journal: AnswerJournalTable;
  takes: TakesTable;
  photos: PhotosTable;
  scan_heaps: ScanHeapsTable;
  scan_pages: ScanPagesTable;
  refused_files: RefusedFilesTable;
  scores: ScoresTable;
  score_marks: ScoreMarksTable;
  results: ResultsTable;
  score_assignments: ScoreAssignmentsTable;
  score_decisions: ScoreDecisionsTable;
  score_notes: ScoreNotesTable;
  rubrics: RubricsTable;
  quick_comments: QuickCommentsTable;
  photo_marks: PhotoMarksTable;
  late_acceptances: LateAcceptancesTable;
  file_waveforms: FileWaveformsTable;
  formulas: FormulasTable;
  shown_formulas: ShownFormulasTable;
  item_corrections: ItemCorrectionsTable;
  item_results: ItemResultsTable;
  exam_statistics: ExamStatisticsTable;
  works: WorksTable;
  work_likes: WorkLikesTable;
  comments: CommentsTable;
  moderations: ModerationsTable;
  threads: ThreadsTable;
  posts: PostsTable;
  thread_reads: ThreadReadsTable;
  resources: ResourcesTable;
  resource_classrooms: ResourceClassroomsTable;
  user_sessions: UserSessionsTable;
  account_links: AccountLinksTable;
  exam_reminders: ExamRemindersTable;
  device_checks: DeviceChecksTable;
  audit_entries: AuditEntriesTable;
  idempotency_keys: IdempotencyKeysTable;
  held_forms: HeldFormsTable;
}
