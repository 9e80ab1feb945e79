"""Tell PyInstaller all modules and texts of the program."""

from PyInstaller.utils.hooks import collect_data_files, collect_submodules

datas = collect_data_files("foxduet")
hiddenimports = collect_submodules("foxduet")
