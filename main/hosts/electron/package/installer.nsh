; Offers Switchboard in Windows' "Default apps" for sms: and tel: (the user chooses there; nothing is taken over), and opens
; the app's own scheme. Per user: SHELL_CONTEXT is HKEY_CURRENT_USER.

!macro customInstall
  WriteRegStr SHELL_CONTEXT "Software\Classes\Switchboard.Link" "" "Text message link"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Switchboard.Link" "URL Protocol" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\Switchboard.Link\DefaultIcon" "" "$appExe,0"
  WriteRegStr SHELL_CONTEXT "Software\Classes\Switchboard.Link\shell\open\command" "" '"$appExe" "%1"'

  WriteRegStr SHELL_CONTEXT "Software\Classes\switchboard" "" "URL:Switchboard"
  WriteRegStr SHELL_CONTEXT "Software\Classes\switchboard" "URL Protocol" ""
  WriteRegStr SHELL_CONTEXT "Software\Classes\switchboard\shell\open\command" "" '"$appExe" "%1"'

  WriteRegStr SHELL_CONTEXT "Software\Switchboard\Capabilities" "ApplicationName" "Switchboard"
  WriteRegStr SHELL_CONTEXT "Software\Switchboard\Capabilities" "ApplicationDescription" "Desktop inbox for business text messages"
  WriteRegStr SHELL_CONTEXT "Software\Switchboard\Capabilities" "ApplicationIcon" "$appExe,0"
  WriteRegStr SHELL_CONTEXT "Software\Switchboard\Capabilities\URLAssociations" "sms" "Switchboard.Link"
  WriteRegStr SHELL_CONTEXT "Software\Switchboard\Capabilities\URLAssociations" "tel" "Switchboard.Link"
  WriteRegStr SHELL_CONTEXT "Software\RegisteredApplications" "Switchboard" "Software\Switchboard\Capabilities"
  System::Call "shell32::SHChangeNotify(i 0x08000000, i 0, i 0, i 0)"
!macroend

!macro customUnInstall
  ; An update runs the old uninstaller first: what the user chose in Default apps stays.
  ${ifNot} ${isUpdated}
    DeleteRegValue SHELL_CONTEXT "Software\RegisteredApplications" "Switchboard"
    DeleteRegKey SHELL_CONTEXT "Software\Switchboard"
    DeleteRegKey SHELL_CONTEXT "Software\Classes\Switchboard.Link"
    DeleteRegKey SHELL_CONTEXT "Software\Classes\switchboard"
    System::Call "shell32::SHChangeNotify(i 0x08000000, i 0, i 0, i 0)"
  ${endIf}
!macroend
