; The Windows installer, made by NSIS:
;   makensis -DVERSION=0.1.0 -DBUNDLE=<folder of the bundle> -DICON=<.ico> -DOUTPUT=<installer.exe> \
;     installer/windows/ckmdesk.nsi
;
; Silent:   ckmdesk-<version>-setup.exe /S [/AllUsers | /CurrentUser] [/D=C:\folder]    (/D last, without quotes)
; Removal:  uninstall.exe /S    (goes on after it has answered; with _?=<its folder> last, it is waited for)
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
!ifndef ICON
  !error "ICON is not given"
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

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
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
LangString Room ${LANG_ENGLISH} "There is too little room on the disk: ckmdesk needs 1 GB. Choose another folder or make room."
LangString Room ${LANG_GERMAN} "Auf dem Datenträger ist zu wenig Platz: ckmdesk braucht 1 GB. Wählen Sie einen anderen Ordner oder schaffen Sie Platz."
LangString Rights ${LANG_ENGLISH} "An installation for all users needs an administrator. Without one: /CurrentUser."
LangString Rights ${LANG_GERMAN} "Eine Installation für alle Benutzer braucht Administratorrechte. Ohne sie: /CurrentUser."
LangString Kind ${LANG_ENGLISH} "Statistic"
LangString Kind ${LANG_GERMAN} "Statistik"

Var Folder ; of /D

Function .onInit
  ${IfNot} ${RunningX64}
    MessageBox MB_OK|MB_ICONSTOP "$(Bits)" /SD IDOK
    SetErrorLevel 2
    Quit
  ${EndIf}
  ; Programs of 64 bits are looked for in the registry of 64 bits.
  SetRegView 64
  ; MultiUser would ask, also when nobody is there to answer.
  ${GetParameters} $0
  ClearErrors
  ${GetOptions} $0 "/AllUsers" $1
  ${IfNot} ${Errors}
    UserInfo::GetAccountType
    Pop $1
    ${If} $1 != "Admin"
    ${AndIf} $1 != "Power"
      MessageBox MB_OK|MB_ICONSTOP "$(Rights)" /SD IDOK
      SetErrorLevel 2
      Quit
    ${EndIf}
  ${EndIf}
  ; MultiUser sets the folder anew: what /D gave is put back.
  StrCpy $Folder $INSTDIR
  !insertmacro MULTIUSER_INIT
  ${If} $Folder != ""
    StrCpy $INSTDIR $Folder
  ${EndIf}
FunctionEnd

Function un.onInit
  SetRegView 64
  !insertmacro MULTIUSER_UNINIT
FunctionEnd

; Windows lets nobody write into the file of a program that runs.
!macro REFUSE_RUNNING PROGRAM
  ${If} ${FileExists} "$INSTDIR\${PROGRAM}.exe"
    ClearErrors
    FileOpen $0 "$INSTDIR\${PROGRAM}.exe" a
    ${If} ${Errors}
      MessageBox MB_OK|MB_ICONSTOP "$(Running)" /SD IDOK
      SetErrorLevel 2
      Quit
    ${EndIf}
    FileClose $0
  ${EndIf}
!macroend

Section "-program" Program
  !insertmacro REFUSE_RUNNING ckmdesk
  !insertmacro REFUSE_RUNNING ckm
  ; Asked before the former version goes: where there is no room it stays whole.
  SectionGetSize ${Program} $0
  IntOp $0 $0 / 1024
  ${GetRoot} "$INSTDIR" $1
  ClearErrors
  ${DriveSpace} "$1\" "/D=F /S=M" $2
  ${IfNot} ${Errors}
  ${AndIf} $2 < $0
    MessageBox MB_OK|MB_ICONSTOP "$(Room)" /SD IDOK
    SetErrorLevel 2
    Quit
  ${EndIf}
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
  WriteRegStr SHCTX "Software\Classes\ckmdesk.statistic\DefaultIcon" "" '"$INSTDIR\ckmdesk.exe",0'
  WriteRegStr SHCTX "Software\Classes\ckmdesk.statistic\shell\open\command" "" '"$INSTDIR\ckmdesk.exe" "%1"'
  WriteRegStr SHCTX "${UNINSTALL}" "DisplayName" "${NAME}"
  WriteRegStr SHCTX "${UNINSTALL}" "DisplayIcon" "$INSTDIR\ckmdesk.exe"
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
  !insertmacro REFUSE_RUNNING ckmdesk
  !insertmacro REFUSE_RUNNING ckm
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
