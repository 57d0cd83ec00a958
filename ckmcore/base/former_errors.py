"""Names that classes of errors had until 2026-11-28, by family: `Name`, or `Name=code` where the code is another name.

Scripts that catch one by name get it from `ckmcore.errors`, with a warning; see docs/library/errors.md.
"""

from __future__ import annotations

FORMER_NAMES: dict[str, str] = {
    "CkmError": """
        CaseDisagrees FileFaulty=export_file_faulty
    """,
    "DataError": """
        CaseFaulty CaseKeysUnused CaseUnknown CasesUnreadable=conformance_unreadable ChecksumWrong=ckm_checksum
        CodeFileNoText CodeFileTooLarge CodeListDate CodeListHeadings CodeListLine CodeListValidity CodeMissing
        CodeTwice=code_list_twice CodesUndecided=working_codes_undecided ColumnChanged=keys_column_changed
        ColumnNameTwice ColumnNested ColumnType=database_column ColumnUndecodable ColumnValues=database_values
        ColumnarTooLarge ColumnsDiffer=several_columns ColumnsTooMany DatabaseFailed DictionaryColumnMissing
        DictionaryFaulty FieldTooLong FigureDiffers=release_figures_differ FileBinary FileEmpty FileNotUnderstood
        FilePacked FileProtected FileWithoutRecords FormNotScanned=leak_form_unknown
        FormerWithoutKeys=keys_former_none HierarchyCodeMissing HierarchyCodeTwice HierarchyColumnParents
        HierarchyCycle HierarchyGap HierarchyLevelSkipped HierarchyNotInFile HierarchyTwoParents
        HierarchyUnknownCodes HierarchyUnwritable HouseholdKeysDiffer=key_household_differ
        HouseholdMissing=key_household_missing HouseholdRows=key_household_rows HypercubeNotRead
        IdentifierMissing=key_identifier_missing IdentifierNone=key_identifier_none
        IdentifierTwice=key_identifier_twice KeyFileTooLarge=seal_key_file_large KeyFileTwice KeyUnmatched
        LeftOpen=conformance_left_open MagnitudeValuesMissing MappingTable MetaFieldsDiffer MetaKeywordUnknown
        MetaLineWrong NoRecordKeys NotANumber NotAPersonalKey=person_file_not_one NotARegister=register_not_one
        NotATableFile=table_file_other NotAnOfficeFile=office_file_other NotPrepared=prepared_not
        NotReconciled=register_not_reconciled NotSealed=ckm_not_sealed NulByte OfficeFileFaulty OfficeFileNewer
        OfficeFileTooLarge OwnFileBroken OwnFileChanged OwnFileFaulty OwnFileForeign OwnFileNewer PackageDiffers
        PictureFaulty PolicyFaulty PolicyNewer PreparedDamaged PreparedNewer PreparedRole ProductionCellTwice
        ProductionEmpty ProductionNoDimension ProductionNotAFigure PtableFileBinary=ptable_binary
        PtableFileEmpty=ptable_empty PtableFileTooLarge=ptable_too_large PtableFileUndecodable=ptable_undecodable
        PtableForCounts PtableFormUnknown=ptable_unknown_form PtableTooManyLines PtableWorkbookBroken
        PtableWorkbookTooLarge PublishedDoesNotFit PublishedLevelUnknown PublishedNothingMatches
        PublishedOtherFormat PublishedOtherSelection PublishedTooLarge PublishedValueUnknown PublishedWithoutTable
        RaggedRow RecodeCodeTwice RecodeLine RecodeNodeUnknown RecodeNodesNested RecodeWithoutHierarchy
        ReferenceAmbiguous ReferenceColumnTwice ReferenceColumns ReferenceEmpty ReferenceFigureFaulty
        ReferenceNoNumber ReferenceTwice ReferenceUnknownCodes ReferenceWithoutFigures ReferenceZerosLost
        RegisterNewer ReleaseDiffers ReplaceNotLoaded SealBroken SheetEmpty SpecUnreadable
        StandardInputNoText=cli_input_no_text StatisticDamaged=ckm_damaged StatisticNotReadable=ckm_not_readable
        StatisticTooLarge=ckm_too_large StoreDamaged SumsTooLarge=database_sums TableFileFaulty TableFileNewer
        TableFileTooLarge TextUndecodable TypesDiffer=several_types UnclosedQuote UndecodableByte UnitsRecur
        ValuesOutsideClasses ValuesWithoutCode=database_code WeightMissing WeightNegative
        WidthsDiffer=several_widths WorkbookEntities WorkbookTooLarge
    """,
    "FileError": """
        ChangedMeanwhile=ckm_changed_meanwhile DataChanged=database_changed DataMissing=conformance_data_missing
        DatabaseTooLong DatabaseUnreachable FileIsFolder FileKept FileNotReadable
        KeyFileUnreadable=seal_key_file_unreadable MetaFileUnreachable NoDataBeside=tau_no_data
        NoDescriptionBeside=tau_no_meta NotAFile NotALog=cli_log_is_other PackageUnreadable PersonFileThere
        PersonFileUnreadable PolicyNotReadable PtableFileMissing=ptable_missing
        PtableFileUnreadable=ptable_unreadable RecordsTooMany=database_records_many RegisterNotReached
        RowsChanged=key_rows_changed SecretExists=key_secret_exists SecretUnreadable=key_secret_unreadable
        SourceChanged SourceOther=desk_source_other StatisticHeld=release_statistic_held
        StatisticInTheWay=ckm_in_the_way StatisticLeft=release_statistic_left StatisticLocked=ckm_locked
        StatisticMissing=ckm_missing StatisticNotSaved=ckm_not_saved
        LogIsUsed=cli_log_is_used
    """,
    "InputError": """
        AddressIncomplete=database_address AddressUnknown AnyMemberUnknown=household_any_member_unknown
        AtomsOfHouseholds AttackNeedsCounts AttackNotAdditive AttackOverPeriods AttackUnknownMethod
        AveragingNeedsNoise AveragingTooLarge BoardForm CellsNotUnderstood ChanceUnknown ChangeAgainstUnknown
        ChangeNeedsVariable ChangeWithoutDay ClassUnknown CodeNoNumber CodesTwice ColumnNameReserved
        ColumnNotRead=working_column_not_read ColumnPlace ColumnTwoRoles ColumnUnknown=database_column_unknown
        ColumnsOverlap ComparisonWithoutMethods CubeEmpty DatabaseDriverMissing DatabaseUnknown DavonIncomplete
        DavonOverlaps DavonTooLarge DayUnreadable=working_day_unreadable DerivedTwice=derived_name_taken
        EmbargoUnreadable=release_embargo_unreadable EncodingUnknown EvaluationAsked
        EvaluationFormUnknown=evaluation_form EvaluationNeedsCounts EvaluationOnlyZeros EvaluationWithoutMethod
        EvaluationWithoutTables EvaluationWithoutVariants ExpectationUnknownMethod FigureTooLarge
        FileTwice=several_twice FilterUnknownCodes FormNotWritten=release_form_not_written
        FormsMissing=release_forms_missing GroupCodeTwice
        HouseholdsNotPrepared HypercubeForm HypercubeLevel HypercubeOfBlocks HypercubeTooLarge HypercubeValue
        HypercubeVariables KeyColumnExists KeysNotChosen KeysOfOtherModulus=key_other_modulus
        LeastUnits=differencing_least_units LevelSkipped=hierarchy_depth_skipped LevelUnknownCodes
        LimitNotPossible=cli_limit_value ListedForm MagnitudeBlocks MagnitudeRowBetween MagnitudeRowMissing
        MagnitudeRowsUnsorted MagnitudeSettingFaulty MagnitudeSettingUnreadable MagnitudeTypeMissing
        MagnitudeTypeTwice MagnitudeUnknown MapUnjudged MapWithoutValues
        MeasureWithoutOrder=evaluation_measure_without_order MeasuresNeedFigures MonteCarloRepetitions
        MonteCarloSeed MonteCarloWithoutTables NeedsAllCells NoDescription NoDimension=desk_no_dimension
        NoPairShown=pair_none_shown NoRecordsInPeriod=run_no_records NoSavedTables=run_no_tables NoValue NoWeight
        NoWideFrame=frame_not_wide NotLookedAt=pair_not_looked_at NotToStandardOutput=cli_output_no_text
        NotWorkedOn=working_not_begun NothingButZeros NothingDecided=pair_nothing_decided
        NothingReleased=register_attack_nothing NothingShown NothingSummed=sum_search_nothing NothingToAccept
        NothingToDraw OptionNeeded=cli_option_needed OptionNotWith=cli_option_not_with OptionValue=cli_option_value
        OtherEnding=export_other_ending OwnKeyFaulty OwnRowUnconditioned PackageMethod PartsNeedRecords
        PassphrasesDiffer=cli_passphrases_differ PercentOfPresets PeriodHasRecords=working_has_records
        PeriodNotThere=database_period PeriodNotToBeNamed=script_period_not_named
        PeriodWithoutColumn=database_period_column PeriodWithoutDay PeriodsDiffer PeriodsNeedTables
        PeriodsOutOfOrder PersonNameMissing PersonUnknown PrimaryRuleFaulty PriorUnusable ProductionNoFigure
        PtableNotForForm PtableThreshold QuantileNoClasses RangeFaulty RangeUnreadable RatioDecimals
        RatiosNeedCounts ReasonMissing=release_reason_missing RecheckNumberMissing RecordKeyDigits RecordKeyModulus
        RecordsElsewhere ReferenceUnknown RelationUnknown=database_relation_unknown ReleaseUnknown
        ReplaceWithoutSource ReportForm=report_form RowNotInWholeKeys=ptable_row_whole_keys RowsDiffer
        RunPeriodUnknown SampleSize=attack_sample_size SdmxNoTime SdmxTotalOfPeriods SearchEmpty=cli_search_empty
        SecretTooLong=key_secret_too_long SeparatorUnusable SeriesNeedsPeriods
        SeriesVariableMissing=series_variable_taken SettingRange SettingUnknown SettingsContradict SheetUnknown
        SpecPartNotComputed StandardInputTwice=cli_input_twice StoreName TableNameTaken TableTooWide TableUnknown
        TestSetNameTaken TestSetUnknown TestSetWithoutName TestSetWithoutTables TooFewTables
        TooLargeForAPage=export_page_too_large TooLargeHere TooManyCells=export_too_many_cells
        TooMuchToCopy=copy_too_large TooWideForASheet=export_too_wide TopNotRanked UnitsUndeclared
        UnknownForm=export_unknown_form ValueFaulty VariableTwice VariableUnknown=working_variable_unknown
    """,
    "PermissionRefused": """
        DatabaseMayWrite LimitLocked=cli_limit_locked PersonMissing=register_person_missing
        PersonsAreTheSame=register_same_person ReadOnlyWork=working_read_only RecordsStay=database_records_stay
        RoleNotAllowed=release_role_not_allowed SecretOther=keys_secret_other StepRefused=person_step_refused
        UnderEmbargo=release_under_embargo WrongState=release_wrong_state
    """,
    "ProtectionError": """
        ContributorsNotKept FloorNeedsDecision KeysBelowFloor MagnitudeInfeasible MagnitudeKeysModulus
        MagnitudePartNeeded MagnitudePartRowless MagnitudeRefusedByR MagnitudeSettingsLacking MapInfeasible
        MethodNeedsReason MethodWithoutMagnitudes NoDecision NotForTauArgus PtableNeedsIntegerKeys PtableRefusedByR
        RowPinsImpossible=ptable_row_pins_impossible SealSecretTooShort=seal_secret_short
        SecretTooShort=key_secret_too_short SecretTwice=seal_secret_twice SecretWeak=seal_secret_weak SumsBelowFloor
        SumsNotJudged SumsNotShown ZerosNotKept=ptable_zeros_not_kept
    """,
}
