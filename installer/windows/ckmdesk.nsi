; The Windows installer, made by NSIS:
;   makensis -DVERSION=0.1.0 -DBUNDLE=<folder of the bundle> -DOUTPUT=<installer.exe> installer/windows/ckmdesk.nsi
;
; Silent:   ckmdesk-<version>-setup.exe /S [/AllUsers | /CurrentUser] [/D=C:\folder]    (/D last, without quotes)
; Removal:  uninstall.exe /S
; Exit codes: 0 done, 1 cancelled by the user, 2 not done (no rights, no room, the program runs).
; For one user it needs no rights; for all users those of an administrator. Files of users (settings, cache,
; statistics) are left where they are by an upgrade and by the removal.

Unicode true
!ifndef VERSION
  !error "VERSION is not given"
!endif
!ifndef BUNDLE
  !error "BUNDLE is not given"
!endif
!ifndef OUTPUT
  !define OUTPUT "ckmdesk-${VERSION}-setup.exe"
!endif
!define NAME "ckmdesk"
!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\${NAME}"

!define MULTIUSER_EXECUTIONLEVEL Highest
!define MULTIUSER_MUI
!define MULTIUSER_INSTALLMODE_COMMANDLINE
!define MULTIUSER_INSTALLMODE_INSTDIR "${NAME}"
!define MULTIUSER_INSTALLMODE_DEFAULT_CURRENTUSER
!define MULTIUSER_INSTALLMODE_INSTDIR_REGISTRY_KEY "${UNINSTALL}"
!define MULTIUSER_INSTALLMODE_INSTDIR_REGISTRY_VALUENAME "InstallLocation"
!define MULTIUSER_INSTALLMODE_DEFAULT_REGISTRY_KEY "${UNINSTALL}"
!define MULTIUSER_INSTALLMODE_DEFAULT_REGISTRY_VALUENAME "InstallLocation"
!define MULTIUSER_USE_PROGRAMFILES64
!include MultiUser.nsh
!include MUI2.nsh
!include FileFunc.nsh
!include x64.nsh

Name "${NAME} ${VERSION}"
OutFile "${OUTPUT}"
SetCompressor /SOLID lzma
BrandingText "${NAME} ${VERSION}"
VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "${NAME}"
VIAddVersionKey "FileDescription" "Tables that may be published"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "LegalCopyright" "See the folder licences"

!insertmacro MULTIUSER_PAGE_INSTALLMODE
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "German"

LangString Running ${LANG_ENGLISH} "ckmdesk is running. Close it and start the installation again."
LangString Running ${LANG_GERMAN} "ckmdesk läuft. Schließen Sie es und starten Sie die Installation noch einmal."
LangString Bits ${LANG_ENGLISH} "ckmdesk needs a 64-bit Windows."
LangString Bits ${LANG_GERMAN} "ckmdesk braucht ein Windows mit 64 Bit."
LangString Kind ${LANG_ENGLISH} "Statistic"
LangString Kind ${LANG_GERMAN} "Statistik"

Function .onInit
  ${IfNot} ${RunningX64}
    MessageBox MB_OK|MB_ICONSTOP "$(Bits)" /SD IDOK
    SetErrorLevel 2
    Quit
  ${EndIf}
  !insertmacro MULTIUSER_INIT
FunctionEnd

Function un.onInit
  !insertmacro MULTIUSER_UNINIT
FunctionEnd

; A program that runs holds its files: renaming one of them tells.
!macro REFUSE_RUNNING
  ${If} ${FileExists} "$INSTDIR\ckmdesk.exe"
    ClearErrors
    Rename "$INSTDIR\ckmdesk.exe" "$INSTDIR\ckmdesk.exe.old"
    ${If} ${Errors}
      MessageBox MB_OK|MB_ICONSTOP "$(Running)" /SD IDOK
      SetErrorLevel 2
      Quit
    ${EndIf}
    Rename "$INSTDIR\ckmdesk.exe.old" "$INSTDIR\ckmdesk.exe"
  ${EndIf}
!macroend

Section "-program"
  !insertmacro REFUSE_RUNNING
  ; What an older version left must not be found by a newer one.
  RMDir /r "$INSTDIR\_internal"
  RMDir /r "$INSTDIR\licences"
  SetOutPath "$INSTDIR"
  ClearErrors
  File /r "${BUNDLE}/*"
  ${If} ${Errors}
    SetErrorLevel 2
    Abort
  ${EndIf}
  ; The policy of the computer: users may read it, administrators write it (docs/policy.md).
  ${If} $MultiUser.InstallMode == "AllUsers"
    CreateDirectory "$APPDATA\${NAME}"
    nsExec::Exec 'icacls "$APPDATA\${NAME}" /inheritance:r /grant *S-1-5-18:(OI)(CI)F \
      /grant *S-1-5-32-544:(OI)(CI)F /grant *S-1-5-32-545:(OI)(CI)RX'
    Pop $0
    ${If} $0 != 0
      SetErrorLevel 2
      Abort
    ${EndIf}
  ${EndIf}
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateDirectory "$SMPROGRAMS\${NAME}"
  CreateShortCut "$SMPROGRAMS\${NAME}\${NAME}.lnk" "$INSTDIR\ckmdesk.exe"
  WriteRegStr SHCTX "Software\Classes\.ckm" "" "ckmdesk.statistic"
  WriteRegStr SHCTX "Software\Classes\ckmdesk.statistic" "" "$(Kind)"
  WriteRegStr SHCTX "Software\Classes\ckmdesk.statistic\shell\open\command" "" '"$INSTDIR\ckmdesk.exe" "%1"'
  WriteRegStr SHCTX "${UNINSTALL}" "DisplayName" "${NAME}"
  WriteRegStr SHCTX "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr SHCTX "${UNINSTALL}" "Publisher" "${NAME}"
  WriteRegStr SHCTX "${UNINSTALL}" "InstallLocation" "$INSTDIR"
  WriteRegStr SHCTX "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe" /$MultiUser.InstallMode'
  WriteRegStr SHCTX "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /$MultiUser.InstallMode /S'
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  WriteRegDWORD SHCTX "${UNINSTALL}" "EstimatedSize" $0
  WriteRegDWORD SHCTX "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD SHCTX "${UNINSTALL}" "NoRepair" 1
SectionEnd

Section "Uninstall"
  !insertmacro REFUSE_RUNNING
  ; Only what was installed: a folder that holds something else stays.
  RMDir /r "$INSTDIR\_internal"
  RMDir /r "$INSTDIR\licences"
  Delete "$INSTDIR\ckmdesk.exe"
  Delete "$INSTDIR\ckm.exe"
  Delete "$INSTDIR\bom.cdx.json"
  Delete "$INSTDIR\SHA256SUMS"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\${NAME}\${NAME}.lnk"
  RMDir "$SMPROGRAMS\${NAME}"
  DeleteRegKey SHCTX "Software\Classes\ckmdesk.statistic"
  DeleteRegKey SHCTX "Software\Classes\.ckm"
  DeleteRegKey SHCTX "${UNINSTALL}"
SectionEnd
